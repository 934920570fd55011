// Sizes per peer, as they stand in a Process message. Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_SIZES_H
#define MPIMON_PROFILE_ENCODE_SIZES_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Writes nothing if no sizes were counted. Returns false without memory, and counts in `skipped` what made no sense and
// was left out.
bool encode_sizes(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
