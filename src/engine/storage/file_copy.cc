#include "file_copy.h"

#include <algorithm>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "../clock.h"
#include "background_thread.h"
#include "write_all.h"

namespace mpimon {

namespace {

constexpr std::uint64_t page = 4096;
constexpr std::int64_t period_ns = 250'000'000;
constexpr std::int64_t patience_ns = 1'000'000'000;

void wait_a_period(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    const timespec deadline = deadline_in(period_ns);
    pthread_cond_timedwait(condition, mutex, &deadline);
}

}  // namespace

bool Pages::make_room(std::uint64_t size) {
    if (size <= room_)
        return true;
    size = std::max(size, 2 * room_);
    void *memory = room_ ? mremap(begin_, room_, size, MREMAP_MAYMOVE)
                         : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    begin_ = static_cast<char *>(memory);
    room_ = size;
    return true;
}

void Pages::free() {
    if (begin_)
        munmap(begin_, room_);
    *this = Pages();
}

int FileCopy::start(int file, Snapshot snapshot) {
    *this = FileCopy();
    file_ = file;
    snapshot_ = snapshot;
    begin_condition(&changed_);
    pthread_mutex_init(&mutex_, nullptr);
    const int error = start_background_thread(&thread_, Joining::kJoined, run_in_thread, this);
    running_ = !error;
    return error;
}

void FileCopy::stop(bool save) {
    if (!running_)
        return;
    pthread_mutex_lock(&mutex_);
    stopping_ = true;
    saving_ = save;
    pthread_cond_signal(&changed_);
    pthread_mutex_unlock(&mutex_);
    pthread_join(thread_, nullptr);
    running_ = false;
    now_.free();
    written_.free();
}

int FileCopy::error() {
    if (!running_)
        return error_;
    pthread_mutex_lock(&mutex_);
    const bool waits = begun_ns_ && mpimon_clock_ns() - begun_ns_ > patience_ns;
    const int error = waits ? ETIMEDOUT : error_;
    pthread_mutex_unlock(&mutex_);
    return error;
}

void *FileCopy::run_in_thread(void *self) {
    static_cast<FileCopy *>(self)->run();
    return nullptr;
}

void FileCopy::run() {
    pthread_mutex_lock(&mutex_);
    while (!stopping_ || saving_) {
        if (!stopping_)
            wait_a_period(&changed_, &mutex_);
        if (stopping_ && !saving_)
            break;
        const bool last = stopping_;
        begun_ns_ = mpimon_clock_ns();
        pthread_mutex_unlock(&mutex_);
        const int error = write();
        pthread_mutex_lock(&mutex_);
        error_ = error;
        begun_ns_ = 0;
        saving_ = saving_ && !last;
    }
    pthread_mutex_unlock(&mutex_);
}

int FileCopy::write() {
    std::uint64_t size = snapshot_(now_.begin(), now_.room());
    while (size > now_.room()) {
        if (!written_.make_room(size) || !now_.make_room(size))  // never less room in `written_` than in `now_`
            return ENOMEM;
        size = snapshot_(now_.begin(), now_.room());
    }
    return write_changes(size);
}

// Writes the pages that differ from what the file has, neighbours at once. The first one comes last: it says how
// much of the others counts, so whoever reads the file after the process was killed amid this finds nothing torn.
int FileCopy::write_changes(std::uint64_t size) {
    const auto differs = [&](std::uint64_t start) {
        const std::uint64_t end = std::min(start + page, size);
        return end > known_ || std::memcmp(now_.begin() + start, written_.begin() + start, end - start) != 0;
    };
    const auto write_range = [&](std::uint64_t start, std::uint64_t end) {
        const int error = write_all(file_, now_.begin() + start, end - start, start);
        if (!error)
            std::memcpy(written_.begin() + start, now_.begin() + start, end - start);
        return error;
    };
    for (std::uint64_t start = page, end; start < size; start = end + page) {
        for (end = start; end < size && differs(end);)
            end += page;
        if (const int error = write_range(start, std::min(end, size)))
            return error;
    }
    const int error = size && differs(0) ? write_range(0, std::min(page, size)) : 0;
    known_ = error ? known_ : size;
    return error;
}

}  // namespace mpimon
