// Reading a segment that may be damaged: nothing outside it is touched, and what makes no sense is left out and
// counted. Part of libmpi (see array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_SEGMENT_VIEW_H
#define MPIMON_PROFILE_SEGMENT_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "engine/layout.h"

namespace mpimon {

// Which blocks hold items of a type.
constexpr uint32_t block_kind(const mpimon_flow *) {
    return MPIMON_BLOCK_FLOWS;
}
constexpr uint32_t block_kind(const mpimon_communicator *) {
    return MPIMON_BLOCK_COMMUNICATORS;
}
constexpr uint32_t block_kind(const mpimon_collective *) {
    return MPIMON_BLOCK_COLLECTIVES;
}
constexpr uint32_t block_kind(const mpimon_name *) {
    return MPIMON_BLOCK_NAMES;
}
constexpr uint32_t block_kind(const mpimon_foreign *) {
    return MPIMON_BLOCK_FOREIGN;
}
constexpr uint32_t block_kind(const mpimon_cvar *) {
    return MPIMON_BLOCK_CVARS;
}
constexpr uint32_t block_kind(const mpimon_function *) {
    return MPIMON_BLOCK_FUNCTIONS;
}
constexpr uint32_t block_kind(const mpimon_gauge *) {
    return MPIMON_BLOCK_GAUGES;
}
constexpr uint32_t block_kind(const mpimon_asked *) {
    return MPIMON_BLOCK_ASKED;
}
constexpr uint32_t block_kind(const mpimon_context *) {
    return MPIMON_BLOCK_CONTEXTS;
}
constexpr uint32_t block_kind(const mpimon_region *) {
    return MPIMON_BLOCK_REGIONS;
}
constexpr uint32_t block_kind(const mpimon_noncontiguous *) {
    return MPIMON_BLOCK_NONCONTIGUOUS;
}
constexpr uint32_t block_kind(const mpimon_size *) {
    return MPIMON_BLOCK_SIZES;
}
constexpr uint32_t block_kind(const mpimon_place *) {
    return MPIMON_BLOCK_PLACES;
}
constexpr uint32_t block_kind(const mpimon_transport *) {
    return MPIMON_BLOCK_TRANSPORTS;
}
constexpr uint32_t block_kind(const mpimon_hardware *) {
    return MPIMON_BLOCK_TOPOLOGIES;
}
constexpr uint32_t block_kind(const mpimon_timeline *) {
    return MPIMON_BLOCK_TIMELINE;
}
constexpr uint32_t block_kind(const mpimon_sample *) {
    return MPIMON_BLOCK_SAMPLES;
}
constexpr uint32_t block_kind(const mpimon_file *) {
    return MPIMON_BLOCK_FILES;
}
constexpr uint32_t block_kind(const mpimon_file_access *) {
    return MPIMON_BLOCK_FILE_ACCESSES;
}
constexpr uint32_t block_kind(const mpimon_collective_size *) {
    return MPIMON_BLOCK_COLLECTIVE_SIZES;
}
constexpr uint32_t block_kind(const mpimon_trial *) {
    return MPIMON_BLOCK_TRIALS;
}
constexpr uint32_t block_kind(const mpimon_change *) {
    return MPIMON_BLOCK_CHANGES;
}
constexpr uint32_t block_kind(const mpimon_overlap_site *) {
    return MPIMON_BLOCK_OVERLAP_SITES;
}
constexpr uint32_t block_kind(const mpimon_plugin_item *) {
    return MPIMON_BLOCK_PLUGINS;
}
constexpr uint32_t block_kind(const mpimon_plugin_advice *) {
    return MPIMON_BLOCK_ADVICE;
}
constexpr uint32_t block_kind(const mpimon_wait *) {
    return MPIMON_BLOCK_WAITS;
}

class SegmentView {
  public:
    // The caller owns the segment and keeps header.used bytes of it readable.
    explicit SegmentView(const void *segment);

    // False if this is no segment of a known version; nothing else may be called then.
    bool valid() const { return base_ != nullptr; }
    const mpimon_header &header() const { return *reinterpret_cast<const mpimon_header *>(base_); }

    const void *start() const { return base_; }

    // Blocks that contradict themselves; they, or what follows them, are not read.
    uint32_t bad_blocks() const { return bad_blocks_; }

    // Calls visit(item, index) for every item of a type, in the order of their indices.
    template <class Item, class Visit>
    void each(Visit visit) const {
        uint32_t index = 0;
        for (const mpimon_block *block = first(); block != nullptr; block = next(block)) {
            const uint32_t count =
                readable_items(block, block_kind(static_cast<const Item *>(nullptr)), sizeof(Item), alignof(Item));
            const auto *items = reinterpret_cast<const char *>(block + 1);
            for (uint32_t i = 0; i < count; ++i)
                visit(*reinterpret_cast<const Item *>(items + size_t{i} * block->item_size), index++);
        }
    }

    // Calls visit(traffic class, its bins) for the histograms, of which an older segment lacks those of the last
    // classes.
    template <class Visit>
    void each_histogram(Visit visit) const {
        constexpr size_t row = MPIMON_BINS * sizeof(uint64_t);
        for (const mpimon_block *block = first(); block != nullptr; block = next(block)) {
            const uint32_t count =
                readable_items(block, MPIMON_BLOCK_HISTOGRAMS, MPIMON_FIRST_CLASSES * row, alignof(uint64_t));
            const auto *items = reinterpret_cast<const char *>(block + 1);
            for (uint32_t i = 0; i < count; ++i)
                for (uint32_t c = 0; c < MPIMON_CLASSES && (c + 1) * row <= block->item_size; ++c)
                    visit(c, reinterpret_cast<const uint64_t *>(items + size_t{i} * block->item_size + c * row));
        }
    }

    template <class Item>
    uint32_t count() const {
        uint32_t count = 0;
        for (const mpimon_block *block = first(); block != nullptr; block = next(block))
            count += readable_items(block, block_kind(static_cast<const Item *>(nullptr)), sizeof(Item), alignof(Item));
        return count;
    }

    // size + remote_size peers, or NULL if they are not listed or their offset makes no sense.
    const uint32_t *members(const mpimon_communicator &communicator) const;

    // Whether it is known who is in the communicator's groups. One in world order is no larger than the world.
    bool has_members(const mpimon_communicator &communicator) const;
    // A peer of these groups, the remote one after the local one, where it is known.
    uint32_t member(const mpimon_communicator &communicator, uint64_t index) const;

    // Whether a flow's fields are within their ranges.
    bool sound(const mpimon_flow &flow, uint32_t communicators, uint32_t foreign_peers) const;
    // Whether there is such a context; 0 is always one.
    static bool sound_context(uint32_t context, uint32_t contexts) { return context == 0 || context < contexts; }
    bool sound_peer(uint32_t peer, uint32_t foreign_peers) const;
    bool sound(const mpimon_size &size, uint32_t foreign_peers) const {
        return size.traffic_class < MPIMON_CLASSES && size.bin < MPIMON_BINS && sound_peer(size.peer, foreign_peers);
    }

  private:
    const mpimon_block *first() const { return at(header_size_); }
    const mpimon_block *next(const mpimon_block *block) const;
    const mpimon_block *at(uint64_t offset) const;
    uint64_t offset_of(const mpimon_block *block) const;
    static uint32_t readable_items(const mpimon_block *block, uint32_t kind, size_t item_size, size_t alignment);

    const char *base_ = nullptr;
    uint64_t used_ = 0;
    uint64_t header_size_ = 0;
    uint32_t bad_blocks_ = 0;
};

}  // namespace mpimon

#endif
