#include "known_code.h"

#include "../library.h"
#include "read.h"

namespace mpimon::overlap {

namespace {

struct Known {
    std::uintptr_t address;
    bool is_instruction;
    Instruction instruction;
};

constexpr std::uintptr_t kMostKnown = 2048;  // a power of two
Known table[kMostKnown];
unsigned age;

bool read_instruction(std::uintptr_t address, PrivateMemory *memory, Instruction *instruction) {
    if (!memory->holds_code(address) || is_of_system(reinterpret_cast<const void *>(address)))
        return false;
    std::uint64_t bytes[2] = {0, 0};
    if (!mpimon_overlap_read(address, 8, &bytes[0]))
        return false;
    const bool is_whole = mpimon_overlap_read(address + 8, 8, &bytes[1]);
    return decode(reinterpret_cast<const std::uint8_t *>(bytes), instruction) && (is_whole || instruction->length <= 8);
}

}  // namespace

const Instruction *known_instruction(std::uintptr_t address, PrivateMemory *memory) {
    Known &known = table[(address ^ address >> 11) % kMostKnown];
    if (known.address != address) {
        known.address = address;
        known.is_instruction = read_instruction(address, memory, &known.instruction);
    }
    return known.is_instruction ? &known.instruction : nullptr;
}

void forget_code() {
    for (Known &known : table)
        known.address = 0;
    age++;
}

unsigned code_age() {
    return age;
}

}  // namespace mpimon::overlap
