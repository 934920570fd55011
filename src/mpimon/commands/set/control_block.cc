#include "mpimon/commands/set/control_block.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "engine/storage/vote.h"
#include "mpimon/failure.h"
#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

namespace {

constexpr size_t kMapped = 8192;  // of a segment's beginning; the control block is its first

// Opens the segment for writing, if it is a regular file of the calling user. Returns -1 with errno otherwise.
int open_own(const std::string &path) {
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status = {};
    if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                     static_cast<size_t>(status.st_size) >= kMapped))
        return file;
    close(file);
    errno = EPERM;
    return -1;
}

template <size_t kRoom>
void write_text(char (&field)[kRoom], const std::string &text) {
    std::snprintf(field, kRoom, "%s", text.c_str());
}

}  // namespace

ControlBlock::ControlBlock(const std::string &path) : file_(open_own(path)) {
    if (file_ < 0)
        throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
    mapped_ = mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (mapped_ != MAP_FAILED)
        control_ = mpimon_control_in(mapped_, static_cast<const mpimon_header *>(mapped_)->header_size, kMapped);
    if (control_ == nullptr) {
        if (mapped_ != MAP_FAILED)
            munmap(mapped_, kMapped);
        close(file_);
        throw Failure(fmt::format(
            "{}: it takes no requests, since it is not in memory; MPIR_CVAR_MONITORING_SEGMENT_DIR must be, "
            "as /dev/shm is",
            path));
    }
}

ControlBlock::ControlBlock(ControlBlock &&other) noexcept
    : file_(std::exchange(other.file_, -1)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      control_(std::exchange(other.control_, nullptr)) {}

ControlBlock::~ControlBlock() {
    if (mapped_ == nullptr)
        return;
    munmap(mapped_, kMapped);
    close(file_);
}

// This lock is another one than that by which the process shows that it lives (flock): the two never meet.
bool ControlBlock::lock() const {
    struct flock wanted = {};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    return fcntl(file_, F_OFD_SETLK, &wanted) == 0;
}

bool ControlBlock::open() const {
    return __atomic_load_n(&control_->open, __ATOMIC_ACQUIRE) != 0;
}

void ControlBlock::ask(const std::string &name, const std::string &value, const std::string &shared) {
    take_back();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    write_text(control_->name, name);
    write_text(control_->value, value);
    write_text(control_->shared, shared);
    control_->uid = geteuid();
    control_->pid = static_cast<uint32_t>(getpid());
    __atomic_store_n(&control_->asked, control_->asked + 1, __ATOMIC_RELEASE);
}

void ControlBlock::take_back() {
    __atomic_store_n(&control_->asked, control_->asked | 1U, __ATOMIC_RELEASE);
}

mpimon_answer ControlBlock::answer() const {
    const uint32_t asked = control_->asked & ~1U;
    if (__atomic_load_n(&control_->answered, __ATOMIC_ACQUIRE) != asked)
        return MPIMON_ANSWER_NONE;
    const uint32_t answer = __atomic_load_n(&control_->answer, __ATOMIC_ACQUIRE);
    return answer < MPIMON_ANSWERS ? static_cast<mpimon_answer>(answer) : MPIMON_ANSWER_REFUSED;
}

std::string ControlBlock::reason() const {
    return header_text(control_->reason);
}

uint64_t ControlBlock::collective() const {
    return control_->collective;
}

void ControlBlock::begin_vote() {
    __atomic_store_n(&control_->vote, mpimon_vote(MPIMON_VOTE_OPEN, 0, 0), __ATOMIC_RELEASE);
}

bool ControlBlock::cancel_vote() {
    return mpimon_vote_cancel(&control_->vote) != 0;
}

uint64_t ControlBlock::vote() const {
    return mpimon_vote_now(&control_->vote);
}

}  // namespace mpimon
