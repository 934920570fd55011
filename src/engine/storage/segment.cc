#include "segment.h"

#include <algorithm>
#include <cerrno>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "file_request.h"

namespace mpimon {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t first_room = 256 * 1024;  // of address space, and of a file
constexpr std::uint64_t limited_step = 64 * 1024;
constexpr std::uint64_t largest_reservation = std::uint64_t{1} << 34;
constexpr std::uint64_t largest_gap = std::uint64_t{1} << 40;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Reserves the first room, which may not be touched yet, at the start of a gap as large as can be found: the segment is
// to grow at its address. No more of the gap is kept than it needs, since reserved space counts where a batch system or
// RLIMIT_AS limits it, and where the kernel does not overcommit. Null without memory.
void *reserve_first_room() {
    for (std::uint64_t gap = largest_gap; gap >= first_room; gap /= 4) {
        void *start = mmap(nullptr, gap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (start == MAP_FAILED)
            continue;
        if (gap > first_room)
            munmap(static_cast<char *>(start) + first_room, gap - first_room);
        return start;
    }
    return nullptr;
}

bool is_address_space_limited() {
    rlimit limit{};
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

int Segment::open(const char *path) {
    bool locked = false;
    if (path) {
        const FileAnswer made = create_file(path, first_room);
        if (made.error)
            return made.error;
        file_ = made.file;
        mapped_ = made.in_memory;
        locked = made.locked;
        committed_ = mapped_ ? first_room : 0;
    }
    const int error = begin(locked);
    if (error && path)
        unlink(path);
    return error;
}

// Makes the header, in private memory or in the file that is open.
int Segment::begin(bool locked) {
    header_ = static_cast<mpimon_header *>(reserve_first_room());
    if (!header_)
        return close(), ENOMEM;
    reserved_ = first_room;
    if (!map(0, reserved_, mapped_, MAP_FIXED) || !commit(sizeof(mpimon_header)))
        return close(), ENOMEM;
    header_->locked = locked;
    header_->version = MPIMON_SEGMENT_VERSION;
    header_->header_size = static_cast<std::uint32_t>(round_up(sizeof(mpimon_header), 64));
    header_->used = header_->header_size;
    header_->magic = MPIMON_SEGMENT_MAGIC;
    return 0;
}

void Segment::close() {
    if (header_)
        munmap(header_, reserved_);
    if (file_ >= 0)
        ::close(file_);
    *this = Segment();
}

// Maps a part of the segment, in the file or in private memory. `placing`: whether to replace what is mapped there.
bool Segment::map(std::uint64_t begin, std::uint64_t end, bool in_file, int placing) {
    char *const wanted = reinterpret_cast<char *>(header_) + begin;
    const int flags = (in_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS) | MAP_NORESERVE | placing;
    void *memory = mmap(wanted, end - begin, PROT_READ | PROT_WRITE, flags, in_file ? file_ : -1,
                        in_file ? static_cast<off_t>(begin) : 0);
    if (memory != wanted && memory != MAP_FAILED)  // kernels before 4.17 take the address for a hint
        munmap(memory, end - begin);
    return memory == wanted;
}

// Reserves address space up to `end`, and more, so that this is seldom needed: twice what there was. Where the process
// has a limit of it, others need what is left, too.
bool Segment::reserve(std::uint64_t end) {
    if (end > largest_reservation)
        return false;
    std::uint64_t larger = is_address_space_limited() ? round_up(end, limited_step) : 2 * reserved_;
    while (larger < end)
        larger *= 2;
    const bool in_file = mapped_ && !header_->file_error;
    for (const std::uint64_t wanted : {std::min(larger, largest_reservation), round_up(end, page)})
        if (map(reserved_, wanted, in_file, MAP_FIXED_NOREPLACE))
            return reserved_ = wanted, true;
    return false;
}

bool Segment::commit(std::uint64_t end) {
    if (end <= committed_)
        return true;
    if (end > reserved_ && !reserve(end))
        return false;
    if (!mapped_ || header_->file_error) {
        committed_ = round_up(end, page);
        return true;
    }
    std::uint64_t larger = 2 * committed_;
    while (larger < end)
        larger *= 2;
    larger = std::min(larger, reserved_);
    const int error = extend_file(file_, larger);
    if (error)
        return leave_file(error) && commit(end);
    committed_ = larger;
    return true;
}

// From here on the segment is private memory, at the same addresses: counting goes on, but a crash loses these
// counters.
bool Segment::leave_file(int error) {
    if (!map(committed_, reserved_, false, MAP_FIXED))
        return false;
    header_->file_error = error;
    return true;
}

mpimon_block *Segment::add_block(mpimon_block_kind kind, std::size_t item_size, std::size_t capacity,
                                 std::size_t extra) {
    const std::uint64_t size = round_up(sizeof(mpimon_block) + item_size * capacity + extra, 64);
    const std::uint64_t start = header_->used;
    if (!commit(start + size))
        return nullptr;
    auto *block = reinterpret_cast<mpimon_block *>(reinterpret_cast<char *>(header_) + start);
    block->kind = kind;
    block->item_size = static_cast<std::uint32_t>(item_size);
    block->capacity = static_cast<std::uint32_t>(capacity);
    block->count = 0;
    block->size = size;
    // The end is released, so that a reader who sees the new one also sees the block's header.
    __atomic_store_n(&header_->used, start + size, __ATOMIC_RELEASE);
    return block;
}

std::uint64_t Segment::offset_of(const void *item) const {
    return static_cast<std::uint64_t>(static_cast<const char *>(item) - reinterpret_cast<const char *>(header_));
}

}  // namespace mpimon
