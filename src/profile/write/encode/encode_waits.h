// Waits, sizes of collectives, and timed calls of these, as they stand in a Process message. Part of libmpi (see
// array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_WAITS_H
#define MPIMON_PROFILE_ENCODE_WAITS_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// All return false without memory, and count in `skipped` what made no sense and was left out.
bool encode_waits(const SegmentView &segment, Wire &wire, uint32_t &skipped);
bool encode_collective_sizes(const SegmentView &segment, Wire &wire, uint32_t &skipped);
bool encode_trials(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
