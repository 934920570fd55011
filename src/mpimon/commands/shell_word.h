// Text as one word of a shell.
#ifndef MPIMON_COMMANDS_SHELL_WORD_H
#define MPIMON_COMMANDS_SHELL_WORD_H

#include <string>

namespace mpimon {

// In quotes, within which a shell takes all characters as they are but the quote itself.
inline std::string shell_word(const std::string &text) {
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

}  // namespace mpimon

#endif
