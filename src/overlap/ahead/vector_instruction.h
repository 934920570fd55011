// Instructions with vector registers, SSE's and AVX's, and those with numbers that are written like the latter.
#ifndef MPIMON_OVERLAP_VECTOR_INSTRUCTION_H
#define MPIMON_OVERLAP_VECTOR_INSTRUCTION_H

#include <cstdint>

#include "encoding.h"

namespace mpimon::overlap {

// The rest of an instruction without VEX, of the map that begins with 0f, whose operands are read already; and of the
// one that begins with 0f 3a.
bool decode_vector(Encoding &e, std::uint8_t opcode);
bool decode_with_byte(Encoding &e, std::uint8_t opcode);

// One with VEX, which begins with this byte.
bool decode_vex(Encoding &e, std::uint8_t first);

}  // namespace mpimon::overlap

#endif
