#include "analysis/names/text.h"

#include <algorithm>

#include "profile/format/utf8.h"

namespace mpimon {

namespace {

// Whether some terminals take the character for a command (up to U+001F, from U+007F to U+009F), or turn text around at
// it. UTF-8 sorts as the characters' numbers do.
bool is_control(std::string_view character) {
    const auto within = [&](std::string_view first, std::string_view last) {
        return character >= first && character <= last;
    };
    return character < " " || within("\u007F", "\u009F") || within("\u202A", "\u202E") || within("\u2066", "\u2069");
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    for (size_t i = 0; i < text.size();) {
        const size_t length = mpimon_utf8_length(text.data() + i, text.size() - i);
        const std::string_view character = text.substr(i, length);
        if (length == 0 || is_control(character))
            result += '?';
        else
            result += character;
        i += std::max<size_t>(length, 1);
    }
    return result;
}

size_t display_width(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string cut_to_width(std::string_view text, size_t columns) {
    size_t end = 0;
    for (size_t i = 0; i < columns && end < text.size(); ++i)
        end += std::max<size_t>(mpimon_utf8_length(text.data() + end, text.size() - end), 1);
    return std::string(text.substr(0, end));
}

}  // namespace mpimon
