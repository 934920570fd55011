#include "profile/read/segment_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "engine/process.h"

namespace mpimon {

namespace {

// A file that claims more is no segment: the engine reserves at most this.
constexpr uint64_t kLargest = uint64_t{1} << 34U;
constexpr size_t kThroughVersion = offsetof(mpimon_header, version) + sizeof(mpimon_header::version);
constexpr const char *kCutShort = "cut short: nothing of it can be read";
constexpr const char *kOtherVersion = "a segment of another version; use the mpimon of the installation that wrote it";

[[noreturn]] void fail(const std::string &path, std::string_view what) {
    throw SegmentError(fmt::format("{}: {}", path, what));
}

[[noreturn]] void fail_to_open(const std::string &path, int error) {
    if (error == ENOENT)
        throw SegmentGone(fmt::format("{}: {}", path, std::strerror(error)));
    fail(path, error == ELOOP ? "a symbolic link, which is not followed" : std::strerror(error));
}

// Reads at most `size` bytes from the file, from `offset` on; returns how many there were. `path` is for messages.
size_t read_part(int file, void *target, size_t size, const std::string &path, uint64_t offset = 0) {
    size_t done = 0;
    while (done < size) {
        const ssize_t got =
            pread(file, static_cast<char *>(target) + done, size - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno != EINTR)
            fail(path, std::strerror(errno));
        if (got == 0)
            break;
        done += static_cast<size_t>(std::max<ssize_t>(got, 0));
    }
    return done;
}

bool is_this_host(const mpimon_header &header) {
    std::array<char, MPIMON_TEXT> host = {};
    gethostname(host.data(), host.size() - 1);
    return std::strncmp(host.data(), header.host, sizeof header.host) == 0;
}

}  // namespace

SegmentFile::SegmentFile(const std::string &path) : path_(path) {
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file_ < 0)
        fail_to_open(path, errno);
    try {
        struct stat status = {};
        if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
            fail(path, "not a regular file");
        if (status.st_uid != geteuid())
            fail(path, "another user's; it is not opened");
        read_header();
    } catch (...) {
        close(file_);
        throw;
    }
}

SegmentFile::~SegmentFile() {
    close(file_);
}

void SegmentFile::read_header() {
    mpimon_header header = {};
    const size_t size = read_part(file_, &header, sizeof header, path_);
    if (header.magic == 0)
        return;  // killed before it was written, or just being made
    if (header.magic != MPIMON_SEGMENT_MAGIC)
        fail(path_, "not a segment");
    if (size >= kThroughVersion && header.version != MPIMON_SEGMENT_VERSION)
        fail(path_, kOtherVersion);
    if (size < sizeof header)
        fail(path_, kCutShort);
    if (header.header_size < sizeof header)
        fail(path_, kOtherVersion);
    if (header.used < header.header_size || header.used > kLargest || header.world_rank >= header.world_size)
        fail(path_, "damaged: its header makes no sense");
    header_ = header;
}

Life SegmentFile::life() const {
    // As long as the process lives its lock is on the file. Closing the file takes ours away.
    if (flock(file_, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Life::kRuns;
    flock(file_, LOCK_UN);
    if (!begun())
        return Life::kEnded;
    if (!is_this_host(header_))
        return header_.locked != 0 ? Life::kEnded : Life::kUnknown;
    const uint64_t start = mpimon_process_start(header_.pid);
    return start != 0 && start == header_.process_start ? Life::kRuns : Life::kEnded;
}

uint64_t SegmentFile::size() const {
    struct stat status = {};
    return fstat(file_, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

uint64_t SegmentFile::missing_bytes() const {
    return header_.used - std::min(header_.used, size());
}

std::vector<uint64_t> SegmentFile::content() const {
    const uint64_t wanted = std::min(header_.used, size());
    std::vector<uint64_t> words(wanted / sizeof(uint64_t));
    const uint64_t bytes = words.size() * sizeof(uint64_t);
    if (bytes < header_.header_size || read_part(file_, words.data(), bytes, path_) != bytes)
        fail(path_, kCutShort);
    auto *header = reinterpret_cast<mpimon_header *>(words.data());
    header->used = std::min(header->used, bytes);
    settle_flows(words);
    return words;
}

// A block that makes no sense ends it: whoever reads the content says so.
void SegmentFile::settle_flows(std::vector<uint64_t> &words) const {
    char *const start = reinterpret_cast<char *>(words.data());
    const auto *header = reinterpret_cast<const mpimon_header *>(start);
    uint64_t offset = header->header_size;
    while (offset % alignof(mpimon_block) == 0 && offset + sizeof(mpimon_block) <= header->used) {
        const auto *block = reinterpret_cast<const mpimon_block *>(start + offset);
        if (block->size < sizeof *block || block->size > header->used - offset)
            return;
        const uint64_t room = (block->size - sizeof *block) / sizeof(mpimon_flow);
        if (block->kind == MPIMON_BLOCK_FLOWS && block->item_size == sizeof(mpimon_flow))
            settle_block(reinterpret_cast<mpimon_flow *>(start + offset + sizeof *block),
                         std::min<uint64_t>(block->count, room), offset + sizeof *block);
        offset += block->size;
    }
}

void SegmentFile::settle_block(mpimon_flow *flows, uint64_t count, uint64_t offset) const {
    std::vector<mpimon_flow> again(count);
    const uint64_t size = count * sizeof(mpimon_flow);
    if (read_part(file_, again.data(), size, path_, offset) != size)
        return;
    for (uint64_t i = 0; i < count; ++i)
        if (flows[i].messages != again[i].messages || flows[i].bytes != again[i].bytes)
            settle(flows[i], offset + i * sizeof(mpimon_flow));
}

// The thread that counts adds to the messages first and to the bytes next. After some readings that all differ, the
// last one is as good as any: there are so many messages that one makes no difference.
void SegmentFile::settle(mpimon_flow &flow, uint64_t offset) const {
    struct Counters {
        uint64_t messages;
        uint64_t bytes;
    };
    constexpr int kReadings = 100;
    constexpr size_t kBefore = offsetof(mpimon_flow, messages);
    static_assert(offsetof(mpimon_flow, bytes) == kBefore + sizeof(uint64_t), "they are read at once");
    for (int reading = 0; reading < kReadings; ++reading) {
        Counters now = {};
        if (pread(file_, &now, sizeof now, static_cast<off_t>(offset + kBefore)) != sizeof now)
            return;
        const bool agree = now.messages == flow.messages && now.bytes == flow.bytes;
        flow.messages = now.messages;
        flow.bytes = now.bytes;
        if (agree)
            return;
    }
}

}  // namespace mpimon
