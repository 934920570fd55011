#include "mpimon/render/base64.h"

#include <algorithm>
#include <cstdint>

namespace mpimon {

namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (size_t k = 0; k < 4; ++k)
            text.push_back(k <= count ? kLetters[bits >> (18 - 6 * k) & 0x3FU] : '=');
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % 4 != 0)
        return std::nullopt;
    const size_t letters = text.substr(0, text.find('=')).size();
    if (text.size() - letters > 2 || text.find_first_not_of('=', letters) != std::string_view::npos)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    uint32_t bits = 0;
    for (size_t i = 0; i < letters; ++i) {
        const size_t value = kLetters.find(text[i]);
        if (value == std::string_view::npos)
            return std::nullopt;
        bits = bits << 6U | static_cast<uint32_t>(value);
        if (i % 4 != 0)  // a letter has six bits, a byte eight
            bytes.push_back(static_cast<char>(bits >> (6 - 2 * (i % 4)) & 0xFFU));
    }
    return bytes;
}

}  // namespace mpimon
