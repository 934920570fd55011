// Instructions with vectors, as SSE has them up to 4.1, and AVX by VEX.
#ifndef MPIMON_OVERLAP_VECTOR_INSTRUCTION_H
#define MPIMON_OVERLAP_VECTOR_INSTRUCTION_H

#include <cstdint>

#include "encoding.h"

namespace mpimon::overlap {

// The rest of an instruction of the map that begins with these bytes, whose operands have been read.
bool decode_vector_0f(Encoding &e, std::uint8_t opcode);
bool decode_vector_0f38(Encoding &e, std::uint8_t opcode);
bool decode_vector_0f3a(Encoding &e, std::uint8_t opcode);

}  // namespace mpimon::overlap

#endif
