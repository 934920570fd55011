#include "profile/write/segment_view.h"

namespace mpimon {

namespace {

bool sound_items(const mpimon_block &block) {
    return block.count <= block.capacity &&
           uint64_t{block.capacity} * block.item_size <= block.size - sizeof(mpimon_block);
}

}  // namespace

SegmentView::SegmentView(const void *segment) {
    const auto *header = static_cast<const mpimon_header *>(segment);
    if (header == nullptr || header->magic != MPIMON_SEGMENT_MAGIC || header->version != MPIMON_SEGMENT_VERSION ||
        header->header_size < sizeof(mpimon_header) || header->header_size % alignof(mpimon_block) != 0 ||
        header->used < header->header_size)
        return;
    base_ = static_cast<const char *>(segment);
    used_ = header->used;
    header_size_ = header->header_size;
    uint64_t end = header_size_;
    for (const mpimon_block *block = first(); block != nullptr; block = next(block)) {
        bad_blocks_ += sound_items(*block) ? 0 : 1;
        end = offset_of(block) + block->size;
    }
    bad_blocks_ += end == used_ ? 0 : 1;
}

uint64_t SegmentView::offset_of(const mpimon_block *block) const {
    return static_cast<uint64_t>(reinterpret_cast<const char *>(block) - base_);
}

// NULL at the end, and where a block's size contradicts the segment's.
const mpimon_block *SegmentView::at(uint64_t offset) const {
    if (offset > used_ || used_ - offset < sizeof(mpimon_block))
        return nullptr;
    const auto *block = reinterpret_cast<const mpimon_block *>(base_ + offset);
    const bool sound = block->size >= sizeof(mpimon_block) && block->size <= used_ - offset &&
                       block->size % alignof(mpimon_block) == 0;
    return sound ? block : nullptr;
}

const mpimon_block *SegmentView::next(const mpimon_block *block) const {
    return at(offset_of(block) + block->size);
}

uint32_t SegmentView::readable_items(const mpimon_block *block, uint32_t kind, size_t item_size, size_t alignment) {
    const bool readable = block->kind == kind && block->item_size >= item_size && block->item_size % alignment == 0 &&
                          sound_items(*block);
    return readable ? block->count : 0;
}

const uint32_t *SegmentView::members(const mpimon_communicator &communicator) const {
    const uint64_t bytes = (uint64_t{communicator.size} + communicator.remote_size) * sizeof(uint32_t);
    const uint64_t offset = communicator.members_offset;
    if (communicator.members != MPIMON_MEMBERS_LISTED || offset < header_size_ || offset % alignof(uint32_t) != 0 ||
        offset > used_ || bytes > used_ - offset)
        return nullptr;
    return reinterpret_cast<const uint32_t *>(base_ + offset);
}

bool SegmentView::has_members(const mpimon_communicator &communicator) const {
    if (communicator.members == MPIMON_MEMBERS_WORLD)
        return uint64_t{communicator.size} + communicator.remote_size <= header().world_size;
    return members(communicator) != nullptr;
}

uint32_t SegmentView::member(const mpimon_communicator &communicator, uint64_t index) const {
    const uint32_t *listed = members(communicator);
    return listed != nullptr ? listed[index] : static_cast<uint32_t>(index);
}

bool SegmentView::sound_peer(uint32_t peer, uint32_t foreign_peers) const {
    if (peer == MPIMON_PEER_UNKNOWN)
        return true;
    if ((peer & MPIMON_PEER_FOREIGN_BIT) != 0)
        return (peer & ~MPIMON_PEER_FOREIGN_BIT) < foreign_peers;
    return peer < header().world_size;
}

bool SegmentView::sound(const mpimon_flow &flow, uint32_t communicators, uint32_t foreign_peers) const {
    return flow.communicator < communicators && flow.traffic_class < MPIMON_CLASSES && flow.path < MPIMON_PATHS &&
           flow.direction < MPIMON_DIRECTIONS && sound_peer(flow.peer, foreign_peers);
}

}  // namespace mpimon
