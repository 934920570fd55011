#include "profile/write/encode/wire.h"

#include "profile/format/utf8.h"

namespace mpimon {

namespace {

// How many characters of ASCII the text begins with: eight at a time, as nearly all texts are nothing else.
size_t ascii_length(const char *chars, size_t size) {
    constexpr uint64_t kOthers = 0x8080808080808080;
    size_t length = 0;
    for (uint64_t eight; size - length >= sizeof eight; length += sizeof eight) {
        memcpy(&eight, chars + length, sizeof eight);
        if ((eight & kOthers) != 0)
            break;
    }
    while (length < size && (static_cast<uint8_t>(chars[length]) & 0x80) == 0)
        ++length;
    return length;
}

}  // namespace

void Wire::element(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        bytes_.push(static_cast<uint8_t>(value | 0x80));
    bytes_.push(static_cast<uint8_t>(value));
}

void Wire::integer(uint32_t field, uint64_t value) {
    if (value == 0)
        return;
    tag(field, kVarint);
    element(value);
}

void Wire::text(uint32_t field, const char *chars, size_t room) {
    if (strnlen(chars, room) > 0)
        text_element(field, chars, room);
}

// proto3 strings must be UTF-8, and a name cut to its room may end within a character: bytes that are no UTF-8 become
// '?'.
void Wire::text_element(uint32_t field, const char *chars, size_t room) {
    const size_t size = strnlen(chars, room);
    const size_t start = open(field);
    for (size_t i = 0; i < size;) {
        const size_t ascii = ascii_length(chars + i, size - i);
        const size_t length = ascii != 0 ? ascii : mpimon_utf8_length(chars + i, size - i);
        if (uint8_t *target = bytes_.append(length != 0 ? length : 1)) {
            if (length != 0)
                memcpy(target, chars + i, length);
            else
                *target = '?';
        }
        i += length != 0 ? length : 1;
    }
    close(start);
}

void Wire::little_endian(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        bytes_.push(static_cast<uint8_t>(value >> (8 * i)));
}

size_t Wire::fixed32(uint32_t field, uint32_t value) {
    tag(field, kFixed32);
    const size_t offset = size();
    little_endian(value, 4);
    return offset;
}

void Wire::fixed64(uint32_t field, uint64_t value) {
    tag(field, kFixed64);
    little_endian(value, 8);
}

void Wire::overwrite_fixed32(size_t offset, uint32_t value) {
    for (int i = 0; !failed() && i < 4; ++i)
        bytes_[offset + static_cast<size_t>(i)] = static_cast<uint8_t>(value >> (8 * i));
}

size_t Wire::open(uint32_t field) {
    tag(field, kDelimited);
    return size();
}

// The length comes before the content and is known only now, so the content is moved to make room for it.
void Wire::close(size_t start) {
    if (failed())
        return;
    const size_t length = size() - start;
    element(length);
    if (failed())
        return;
    const size_t length_bytes = size() - start - length;
    uint8_t header[10];
    memcpy(header, &bytes_[start + length], length_bytes);
    memmove(&bytes_[start + length_bytes], &bytes_[start], length);
    memcpy(&bytes_[start], header, length_bytes);
}

}  // namespace mpimon
