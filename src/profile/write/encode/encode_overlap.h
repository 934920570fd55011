// What overlap made of the program's calls, as it stands in a Process message. Part of libmpi (see array.h), so no
// libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_OVERLAP_H
#define MPIMON_PROFILE_ENCODE_OVERLAP_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Counts in `skipped` what made no sense and was left out.
void encode_overlap_sites(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
