// Plugins and their advice, as they stand in message Process. Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_PLUGINS_H
#define MPIMON_PROFILE_ENCODE_PLUGINS_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

void encode_plugins(const SegmentView &segment, Wire &wire);

}  // namespace mpimon

#endif
