// What belongs to a context, a region of the program and an MPI function in it, as it stands in a Process message.
// Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_CONTEXTS_H
#define MPIMON_PROFILE_ENCODE_CONTEXTS_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// The first three return false without memory, and count in `skipped` what made no sense and was left out.
bool encode_functions(const SegmentView &segment, Wire &wire, uint32_t &skipped);
bool encode_gauges(const SegmentView &segment, Wire &wire, uint32_t &skipped);
bool encode_noncontiguous(const SegmentView &segment, Wire &wire, uint32_t &skipped);

// Contexts and regions; nothing where there is only the context of no region and no function.
void encode_contexts(const SegmentView &segment, Wire &wire);

}  // namespace mpimon

#endif
