#include "profile/format/utf8.h"

size_t mpimon_utf8_length(const char *chars, size_t size) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(chars);
    if (bytes[0] < 0x80)
        return 1;
    const size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4 || length > size)
        return 0;
    for (size_t i = 1; i < length; ++i)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xF0 && bytes[1] < 0x90);
    const bool surrogate = bytes[0] == 0xED && bytes[1] >= 0xA0;
    const bool beyond = bytes[0] == 0xF4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}
