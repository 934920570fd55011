// What was counted in each interval, as it stands in a Process message. Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_TIMELINE_H
#define MPIMON_PROFILE_ENCODE_TIMELINE_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Writes nothing if there is no timeline. What was counted since the last sample is an interval, too, so that the sums
// over all intervals are those of the flows. Returns false without memory, and counts in `skipped` samples that made no
// sense and were left out.
bool encode_timeline(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
