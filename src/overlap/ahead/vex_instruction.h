// Instructions with VEX: those with vectors that AVX and FMA add to SSE's, and shifts and masks of BMI's.
#ifndef MPIMON_OVERLAP_VEX_INSTRUCTION_H
#define MPIMON_OVERLAP_VEX_INSTRUCTION_H

#include <cstdint>

#include "encoding.h"

namespace mpimon::overlap {

// The rest of an instruction that begins with this byte, c4 or c5.
bool decode_vex(Encoding &e, std::uint8_t first);

}  // namespace mpimon::overlap

#endif
