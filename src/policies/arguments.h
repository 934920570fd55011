// What follows a plugin's name in MPIR_CVAR_MONITORING_PLUGINS: "word,name=value,...".
#ifndef MPIMON_POLICIES_ARGUMENTS_H
#define MPIMON_POLICIES_ARGUMENTS_H

#include <cstdlib>
#include <cstring>

namespace policies {

// Where the text after `name` begins, and how long it is up to the next comma; null if there is none of the name.
inline const char *find_argument(const char *arguments, const char *name, std::size_t &length) {
    const std::size_t name_length = std::strlen(name);
    for (const char *word = arguments; *word != '\0';) {
        length = std::strcspn(word, ",");
        if (length >= name_length && std::strncmp(word, name, name_length) == 0 &&
            (length == name_length || word[name_length] == '=')) {
            const std::size_t skipped = name_length + (length > name_length ? 1 : 0);
            length -= skipped;
            return word + skipped;
        }
        word += length + (word[length] == ',' ? 1 : 0);
    }
    return nullptr;
}

inline bool has_word(const char *arguments, const char *name) {
    std::size_t length = 0;
    return find_argument(arguments, name, length) != nullptr;
}

// The number after "name="; `otherwise` if there is none, or if it makes no sense.
inline double number_argument(const char *arguments, const char *name, double otherwise) {
    std::size_t length = 0;
    const char *text = find_argument(arguments, name, length);
    char *end = nullptr;
    const double number = text != nullptr ? std::strtod(text, &end) : otherwise;
    return text != nullptr && (end == text || end != text + length || number < 0) ? otherwise : number;
}

}  // namespace policies

#endif
