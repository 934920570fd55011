// How communicators were made: reading it, and what the processes say of the same communicator.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

// Function, parent and region as they stand in the file: the message's own numbers, the last two one more.
Origin ProfileBuilder::read_origin(pbf_reader message) {
    Origin origin;
    origin.function = 0;
    origin.region = 0;
    bool has_color = false;
    int32_t color = 0;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Origin::function):
                origin.function = message.get_uint32();
                break;
            case varint(field::Origin::parent):
                origin.parent = message.get_uint32();
                break;
            case varint(field::Origin::region):
                origin.region = message.get_uint32();
                break;
            case varint(field::Origin::has_color):
                has_color = message.get_bool();
                break;
            case varint(field::Origin::color):
                color = message.get_sint32();
                break;
            case varint(field::Origin::topology):
                origin.topology = static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX));
                break;
            case varint(field::Origin::dimensions):
                origin.dimensions = message.get_uint32();
                break;
            case delimited(field::Origin::size):
                for (const uint32_t size : message.get_packed_uint32())
                    origin.sizes.push_back(size);
                break;
            case varint(field::Origin::periodic):
                origin.periodic = message.get_uint32();
                break;
            case varint(field::Origin::sources):
                origin.sources = message.get_uint32();
                break;
            case varint(field::Origin::destinations):
                origin.destinations = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    if (has_color)
        origin.color = color;
    return origin;
}

bool ProfileBuilder::translate_origin(Origin &origin) const {
    if (origin.function >= name_map_.size() || origin.parent > communicator_map_.size() ||
        origin.region > region_map_.size() || origin.topology > MPIMON_TOPOLOGY_DIST_GRAPH ||
        origin.sizes.size() != std::min<size_t>(origin.dimensions, MPIMON_DIMENSIONS))
        return false;
    origin.function = name_map_[origin.function];
    origin.parent = origin.parent > 0 ? communicator_map_[origin.parent - 1] + 1 : 0;
    origin.region = origin.region > 0 ? region_map_[origin.region - 1] : kNoRegion;
    return true;
}

// All processes say the same, but for their neighbors in a graph.
void ProfileBuilder::merge_origins(uint64_t offset) {
    size_t bad = 0;
    for (auto &[communicator, origin] : message_.origins) {
        if (!translate_origin(origin)) {
            ++bad;
            continue;
        }
        Origin &known = profile_.communicators[communicator_map_[communicator]].origin;
        if (known.is_known()) {
            known.sources += origin.sources;
            known.destinations += origin.destinations;
        } else {
            known = std::move(origin);
        }
    }
    diagnose_rank(offset, bad, "origins of communicators");
}

}  // namespace mpimon
