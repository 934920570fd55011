// Instructions of the program that were read before.
#ifndef MPIMON_OVERLAP_KNOWN_CODE_H
#define MPIMON_OVERLAP_KNOWN_CODE_H

#include <cstdint>

#include "instruction.h"
#include "private_memory.h"

namespace mpimon::overlap {

// The instruction at this address, until the next call; null if none can be read there, or it is one of the C library
// or of MPI's, whose own data may change before the program comes there. For the program's first thread alone.
const Instruction *known_instruction(std::uintptr_t address, PrivateMemory *memory);

// Code may have changed: instructions are read anew.
void forget_code();

// How often that was.
unsigned code_age();

}  // namespace mpimon::overlap

#endif
