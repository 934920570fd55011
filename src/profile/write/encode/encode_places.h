// Where the process is, how it reaches its peers, and the hardware of its node. Part of libmpi (see array.h).
#ifndef MPIMON_PROFILE_ENCODE_PLACES_H
#define MPIMON_PROFILE_ENCODE_PLACES_H

#include <stdint.h>

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Increases `skipped` by what makes no sense. Returns false if memory ran out.
bool encode_places(const SegmentView &segment, Wire &wire, uint32_t &skipped);

}  // namespace mpimon

#endif
