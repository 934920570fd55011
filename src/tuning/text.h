// A text of limited length, made without allocating: what does not fit is left out.
#ifndef MPIMON_TUNING_TEXT_H
#define MPIMON_TUNING_TEXT_H

#include <array>
#include <cinttypes>
#include <cstdio>
#include <string_view>

namespace mpimon::tuning {

class Text {
  public:
    Text &add(std::string_view text) {
        for (const char c : text)
            if (used_ + 1 < room)
                characters_[used_++] = c;
        characters_[used_] = '\0';
        return *this;
    }
    // std::to_chars is not used, since libmpi would export a table of libstdc++'s then.
    Text &add(int64_t number) {
        char digits[24];
        std::snprintf(digits, sizeof digits, "%" PRId64, number);
        return add(std::string_view(digits));
    }
    // Adds the separator before another element of a list.
    Text &separate(std::string_view separator) { return used_ > 0 ? add(separator) : *this; }

    std::string_view view() const { return {characters_, used_}; }
    const char *c_str() const { return characters_; }

  private:
    static constexpr size_t room = 2048;
    size_t used_ = 0;
    char characters_[room] = {};
};

// What follows the first characters. Unlike substr(), it needs no exception for what is shorter.
inline std::string_view without(std::string_view text, size_t first) {
    text.remove_prefix(first < text.size() ? first : text.size());
    return text;
}

inline bool starts_with(std::string_view text, std::string_view start) {
    return text.size() >= start.size() && std::string_view(text.data(), start.size()) == start;
}

// Up to the character, or all of it.
inline std::string_view up_to(std::string_view text, char end) {
    const size_t at = text.find(end);
    return at < text.size() ? std::string_view(text.data(), at) : text;
}

// A word and a space at a time.
inline std::string_view next_word(std::string_view &words) {
    const std::string_view word = up_to(words, ' ');
    words = without(words, word.size() + 1);
    return word;
}

inline bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty())
        if (next_word(words) == word)
            return true;
    return false;
}

}  // namespace mpimon::tuning

#endif
