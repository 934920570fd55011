#include "mpimon/render/format.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/names/text.h"

namespace mpimon {

namespace {

constexpr std::array<const char *, 7> kByteUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

std::string three_digits(double number) {
    return fmt::format("{:.{}f}", number, number < 9.995 ? 2 : number < 99.95 ? 1 : 0);
}

}  // namespace

std::string with_commas(uint64_t number) {
    std::string digits = std::to_string(number);
    for (size_t left = digits.size(); left > 3;) {
        left -= 3;
        digits.insert(left, ",");
    }
    return digits;
}

std::string human_bytes(double bytes) {
    size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < kByteUnits.size(); ++unit)
        bytes /= 1024;
    const bool whole = unit == 0 && bytes == std::floor(bytes);
    return (whole ? fmt::format("{:.0f}", bytes) : three_digits(bytes)) + " " + kByteUnits[unit];
}

std::string human_time(double seconds) {
    if (seconds >= 3600)
        return fmt::format("{:.0f} h {:02.0f} min", std::floor(seconds / 3600),
                           std::floor(std::fmod(seconds, 3600) / 60));
    if (seconds >= 120)
        return fmt::format("{:.0f} min {:02.0f} s", std::floor(seconds / 60), std::floor(std::fmod(seconds, 60)));
    if (seconds >= 1 || seconds == 0)
        return three_digits(seconds) + " s";
    if (seconds >= 1e-3)
        return three_digits(seconds * 1e3) + " ms";
    return seconds >= 1e-6 ? three_digits(seconds * 1e6) + " µs" : fmt::format("{:.0f} ns", seconds * 1e9);
}

std::string utc_time(int64_t ns_since_1970) {
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(static_cast<std::time_t>(ns_since_1970 / 1000000000)));
}

std::string percent(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "–";
}

std::string size_range(int bin) {
    if (bin == 0)
        return "empty";
    const int exponent = bin - 1;
    const int unit = exponent / 10;
    const uint64_t first = uint64_t{1} << (exponent % 10);
    if (unit == 0 && exponent < 10)
        return first == 1 ? "1 B" : fmt::format("{} – {} B", first, 2 * first - 1);
    if (exponent % 10 == 9)
        return fmt::format("512 {} – {}", kByteUnits[static_cast<size_t>(unit)],
                           unit < 6 ? fmt::format("1 {}", kByteUnits[static_cast<size_t>(unit) + 1]) : "1 ZiB");
    return fmt::format("{} – {} {}", first, 2 * first, kByteUnits[static_cast<size_t>(unit)]);
}

std::string ascii(std::string_view text) {
    struct Pair {
        std::string_view character;
        char like;
    };
    static constexpr std::array<Pair, 37> kLike = {
        {{"█", '#'}, {"▉", '='},  {"▊", '='},  {"▋", '='}, {"▌", '='}, {"▍", '-'}, {"▎", '-'}, {"▏", '-'},
         {"░", '.'}, {"▒", ':'},  {"▓", '*'},  {"│", '|'}, {"┌", '+'}, {"┐", '+'}, {"└", '+'}, {"┘", '+'},
         {"─", '-'}, {"–", '-'},  {"—", '-'},  {"…", '~'}, {"⋮", ':'}, {"↳", '>'}, {"≈", '~'}, {"µ", 'u'},
         {"×", 'x'}, {"‘", '\''}, {"’", '\''}, {"“", '"'}, {"”", '"'}, {"·", '.'}, {"▁", '_'}, {"▂", '.'},
         {"▃", '-'}, {"▄", ':'},  {"▅", '='},  {"▆", '+'}, {"▇", '*'}}};
    std::string result;
    for (size_t i = 0; i < text.size();) {
        const size_t length = std::max<size_t>(cut_to_width(text.substr(i), 1).size(), 1);
        const std::string_view character = text.substr(i, length);
        const auto *const found =
            std::find_if(kLike.begin(), kLike.end(), [&](const Pair &pair) { return pair.character == character; });
        result += length == 1 ? character.front() : found != kLike.end() ? found->like : '?';
        i += length;
    }
    return result;
}

std::string count_of(uint64_t number, std::string_view thing, std::string_view things) {
    if (number == 1 || !things.empty())
        return fmt::format("{} {}", with_commas(number), number == 1 ? thing : things);
    return fmt::format("{} {}s", with_commas(number), thing);
}

std::string csv_field(std::string_view text) {
    std::string safe = printable(text);
    if (safe.find_first_of(",\"") == std::string::npos)
        return safe;
    for (size_t i = safe.find('"'); i != std::string::npos; i = safe.find('"', i + 2))
        safe.insert(i, 1, '"');
    return '"' + safe + '"';
}

std::string wrap(std::string_view text, size_t first, size_t indent, size_t width) {
    std::string result;
    size_t column = first;
    bool begun = false;
    const auto put = [&](std::string_view piece, bool blank) {
        const size_t columns = display_width(piece);
        if (begun && column + (blank ? 1 : 0) + columns > width) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
            blank = false;
        }
        result += blank ? " " : "";
        result += piece;
        column += columns + (blank ? 1 : 0);
        begun = true;
    };
    while (!text.empty()) {
        const size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        bool blank = begun;
        const bool too_long = display_width(word) + indent > width;
        do {
            const size_t comma = too_long ? word.find(',') : std::string_view::npos;
            const std::string_view piece = word.substr(0, comma == std::string_view::npos ? comma : comma + 1);
            put(piece, blank);
            word.remove_prefix(piece.size());
            blank = false;
        } while (!word.empty());
    }
    return result;
}

std::string bar(double fraction, int columns) {
    static constexpr std::array<const char *, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * columns * 8));
    if (eighths == 0 && fraction > 0)
        eighths = 1;
    std::string text;
    for (int i = 0; i < eighths / 8; ++i)
        text += "█";
    return text + kEighths[static_cast<size_t>(eighths % 8)];
}

}  // namespace mpimon
