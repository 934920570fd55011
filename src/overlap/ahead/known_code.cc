#include "known_code.h"

#include "../library.h"
#include "private_memory.h"
#include "read.h"

namespace mpimon::overlap {

namespace {

struct Known {
    std::uintptr_t address;
    std::uint64_t bytes[2];  // from there on, as far as they can be read
    bool is_instruction;
    Instruction instruction;
};

constexpr std::uintptr_t kMostKnown = 1024;  // a power of two
Known table[kMostKnown];

}  // namespace

// Code may have changed since, so its bytes are compared.
const Instruction *known_instruction(std::uintptr_t address) {
    Known &known = table[(address ^ address >> 10) % kMostKnown];
    std::uint64_t bytes[2] = {0, 0};
    if (!mpimon_overlap_read(address, 8, &bytes[0]))
        return nullptr;
    const bool is_whole = mpimon_overlap_read(address + 8, 8, &bytes[1]);
    if (known.address != address || known.bytes[0] != bytes[0] || known.bytes[1] != bytes[1]) {
        known.address = address;
        known.bytes[0] = bytes[0];
        known.bytes[1] = bytes[1];
        known.is_instruction = is_private({address, address + 1}) &&
                               !is_of_system(reinterpret_cast<const void *>(address)) &&
                               decode(reinterpret_cast<const std::uint8_t *>(bytes), &known.instruction) &&
                               (is_whole || known.instruction.length <= 8);
    }
    return known.is_instruction ? &known.instruction : nullptr;
}

}  // namespace mpimon::overlap
