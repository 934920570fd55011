// The few parts of the Protocol Buffers wire format that writing a profile needs.
//
// The tools read with protozero, but its writer cannot be used here: this code becomes part of libmpi, which must not
// need a C++ run time, and protozero's headers throw exceptions and write into std::string.
#ifndef MPIMON_PROFILE_WIRE_H
#define MPIMON_PROFILE_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "profile/write/encode/array.h"

namespace mpimon {

// A message being written into memory of its own. When memory runs out, failed() turns true and stays so; what is
// written from then on is lost.
class Wire {
  public:
    const uint8_t *data() const { return bytes_.begin(); }
    size_t size() const { return bytes_.size(); }
    bool failed() const { return bytes_.failed(); }

    // Fields of value 0 are left out, as proto3 has it.
    void integer(uint32_t field, uint64_t value);
    void text(uint32_t field, const char *chars, size_t room);

    // One of a repeated string: written even if empty, since others refer to it by its index.
    void text_element(uint32_t field, const char *chars, size_t room);

    // Always written, so that its offset is fixed; returns the offset of its four bytes.
    size_t fixed32(uint32_t field, uint32_t value);
    void fixed64(uint32_t field, uint64_t value);
    void overwrite_fixed32(size_t offset, uint32_t value);

    // A length-delimited field (message or packed array): open() returns what close() needs.
    size_t open(uint32_t field);
    void close(size_t start);

    // An element of a packed array.
    void element(uint64_t value);

    static uint64_t zigzag(int64_t value) {
        return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
    }

  private:
    enum Type : uint32_t { kVarint = 0, kFixed64 = 1, kDelimited = 2, kFixed32 = 5 };
    void tag(uint32_t field, Type type) { element(field << 3 | type); }
    void little_endian(uint64_t value, int bytes);

    Array<uint8_t> bytes_;
};

}  // namespace mpimon

#endif
