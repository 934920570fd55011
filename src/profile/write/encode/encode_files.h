// Files of MPI-IO, as they stand in a Process message. Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_FILES_H
#define MPIMON_PROFILE_ENCODE_FILES_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Returns false without memory, and counts in `skipped` what made no sense and was left out.
bool encode_files(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
