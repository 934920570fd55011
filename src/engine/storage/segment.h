// The segment's memory: one region whose address never changes and which grows from its end, block by block.
#ifndef MPIMON_ENGINE_SEGMENT_H
#define MPIMON_ENGINE_SEGMENT_H

#include <cstddef>
#include <cstdint>

#include "../count.h"

namespace mpimon {

class Segment {
  public:
    // Begin with little memory, with a new file at `path` unless it is null. Returns 0 or an errno value, after which
    // there is no such file. The file is locked until the process ends or close() is called.
    int open(const char *path);
    void close();

    mpimon_header *header() const { return header_; }

    // Whether the segment is a file in memory, so that others may write to it.
    bool is_shared() const { return mapped_; }

    // The file that is to have copies of the segment, since it is not in memory and so not mapped; -1 if none.
    int file_for_copies() const { return mapped_ ? -1 : file_; }

    // A new block for `capacity` items at the segment's end, zeroed, and `extra` bytes that are none of the items';
    // null when there is no room. Where the file cannot grow, private memory continues it (header.file_error).
    mpimon_block *add_block(mpimon_block_kind kind, std::size_t item_size, std::size_t capacity, std::size_t extra = 0);

    std::uint64_t offset_of(const void *item) const;

  private:
    int begin(bool locked);
    bool map(std::uint64_t begin, std::uint64_t end, bool in_file, int placing);
    bool reserve(std::uint64_t end);
    bool commit(std::uint64_t end);
    bool leave_file(int error);

    mpimon_header *header_ = nullptr;
    std::uint64_t reserved_ = 0;   // bytes of address space
    std::uint64_t committed_ = 0;  // bytes that may be touched
    int file_ = -1;
    bool mapped_ = false;
};

// Items of one kind, in as many blocks as it takes, each twice the size of the one before.
template <class Item, mpimon_block_kind kind>
class Items {
  public:
    // A new zeroed item, counted by readers from publish() on; null without memory.
    Item *add(Segment &segment) {
        if (!block_ || block_->count == block_->capacity) {
            mpimon_block *next =
                segment.add_block(kind, sizeof(Item), block_ ? 2 * block_->capacity : first_capacity());
            if (!next)
                return nullptr;
            block_ = next;
        }
        return items(block_) + block_->count;
    }

    // The count is released, so that a reader who sees the new one also sees the item's contents.
    void publish() { __atomic_store_n(&block_->count, block_->count + 1, __ATOMIC_RELEASE); }

    static Item *items(mpimon_block *block) { return reinterpret_cast<Item *>(block + 1); }

  private:
    static constexpr std::size_t first_capacity() { return sizeof(Item) > 1024 ? 1 : 2048 / sizeof(Item); }

    mpimon_block *block_ = nullptr;
};

}  // namespace mpimon

#endif
