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
constexpr std::uint64_t first_room = 256 * 1024;  // of a file
constexpr std::uint64_t largest_reservation = std::uint64_t{1} << 34;
constexpr std::uint64_t smallest_reservation = std::uint64_t{1} << 20;
constexpr std::uint64_t share_of_limit = 64;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

using Resource = decltype(RLIMIT_AS);

std::uint64_t limit_of(Resource resource) {
    rlimit limit{};
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
}

// Address space costs nothing until it is touched; but where a process has a limit on it, the application needs it.
std::uint64_t wanted_reservation() {
    const std::uint64_t share = std::min(limit_of(RLIMIT_AS), limit_of(RLIMIT_DATA)) / share_of_limit;
    return std::clamp(share / first_room * first_room, smallest_reservation, largest_reservation);
}

void *reserve(int file, std::uint64_t *size) {
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED | MAP_NORESERVE;
    for (*size = wanted_reservation(); *size >= smallest_reservation; *size = *size / 4 / first_room * first_room) {
        void *memory = mmap(nullptr, *size, PROT_READ | PROT_WRITE, flags, file, 0);
        if (memory != MAP_FAILED)
            return memory;
    }
    return nullptr;
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

// The header, in private memory or in the file that is open.
int Segment::begin(bool locked) {
    void *memory = reserve(mapped_ ? file_ : -1, &reserved_);
    if (!memory)
        return ENOMEM;
    header_ = static_cast<mpimon_header *>(memory);
    if (!commit(sizeof(mpimon_header)))
        return ENOMEM;
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

bool Segment::commit(std::uint64_t end) {
    if (end <= committed_)
        return true;
    if (end > reserved_)
        return false;
    if (!mapped_ || header_->file_error) {
        committed_ = round_up(end, page);
        return true;
    }
    // Twice the size, so that there are few of these moments.
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

// From here on private memory, at the same addresses: counting goes on, though a crash would take these counters along.
bool Segment::leave_file(int error) {
    char *rest = reinterpret_cast<char *>(header_) + committed_;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap(rest, reserved_ - committed_, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
        return false;
    header_->file_error = error;
    return true;
}

mpimon_block *Segment::add_block(mpimon_block_kind kind, std::size_t item_size, std::size_t capacity,
                                 std::size_t behind) {
    const std::uint64_t size = round_up(sizeof(mpimon_block) + item_size * capacity + behind, 64);
    const std::uint64_t start = header_->used;
    if (!commit(start + size))
        return nullptr;
    auto *block = reinterpret_cast<mpimon_block *>(reinterpret_cast<char *>(header_) + start);
    block->kind = kind;
    block->item_size = static_cast<std::uint32_t>(item_size);
    block->capacity = static_cast<std::uint32_t>(capacity);
    block->count = 0;
    block->size = size;
    // Released, so that a reader who sees the new end also sees the block's header.
    __atomic_store_n(&header_->used, start + size, __ATOMIC_RELEASE);
    return block;
}

std::uint64_t Segment::offset_of(const void *item) const {
    return static_cast<std::uint64_t>(static_cast<const char *>(item) - reinterpret_cast<const char *>(header_));
}

}  // namespace mpimon
