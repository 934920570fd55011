#include "segment.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mpimon {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t growth = 64 * 1024;
constexpr std::uint64_t largest_reservation = std::uint64_t{1} << 34;
constexpr std::uint64_t smallest_reservation = std::uint64_t{1} << 20;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Address space costs nothing until it is touched, but a process may have a limit on it: take the most that it grants.
void *reserve(int file, std::uint64_t *size) {
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED | MAP_NORESERVE;
    for (*size = largest_reservation; *size >= smallest_reservation; *size /= 4) {
        void *memory = mmap(nullptr, *size, PROT_READ | PROT_WRITE, flags, file, 0);
        if (memory != MAP_FAILED)
            return memory;
    }
    return nullptr;
}

}  // namespace

int Segment::open(const char *path) {
    if (path) {
        file_ = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (file_ < 0)
            return errno;
    }
    void *memory = reserve(file_, &reserved_);
    if (!memory)
        return ENOMEM;
    header_ = static_cast<mpimon_header *>(memory);
    if (!commit(sizeof(mpimon_header)))
        return ENOSPC;
    header_->magic = MPIMON_SEGMENT_MAGIC;
    header_->version = MPIMON_SEGMENT_VERSION;
    header_->header_size = static_cast<std::uint32_t>(round_up(sizeof(mpimon_header), 64));
    header_->used = header_->header_size;
    return 0;
}

void Segment::close() {
    if (header_)
        munmap(header_, reserved_);
    if (file_ >= 0)
        ::close(file_);
    *this = Segment();
}

// Touching a page of a file that the file system has no room for would raise SIGBUS: ask for the room first.
bool Segment::commit(std::uint64_t end) {
    if (end <= committed_)
        return true;
    const std::uint64_t wanted = round_up(end, file_ < 0 ? page : growth);
    if (wanted > reserved_)
        return false;
    if (file_ >= 0 && posix_fallocate(file_, 0, static_cast<off_t>(wanted)) != 0)
        return false;
    committed_ = wanted;
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
