// The descriptor is in the program's table, as UCX's own ones are. A program that closes all that it does not know
// closes it, and may get its number for something else. So it is given up when the program closes it (by functions of
// the C library), and looked at before each use (for those who call the system themselves).
#include "transport.h"

#include <linux/close_range.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

#include "../library.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

namespace {

constexpr int kNone = -1;

std::atomic<int> descriptor{kNone};
struct stat as_found;
long process;

bool look_at(int number, struct stat *status) {
    return !is_error(system_call(SYS_fstat, number, status));
}

bool is_same(int number) {
    struct stat status;
    return look_at(number, &status) && status.st_dev == as_found.st_dev && status.st_ino == as_found.st_ino &&
           status.st_mode == as_found.st_mode;
}

Woken give_up() {
    descriptor.store(kNone);
    return Woken::kNever;
}

void on_close(unsigned first, unsigned last) {
    const int number = descriptor.load(std::memory_order_relaxed);
    if (number == kNone || static_cast<unsigned>(number) < first || static_cast<unsigned>(number) > last)
        return;
    if (system_call(SYS_getpid) == process)  // not of a child that shares memory until it starts another program
        give_up();
}

}  // namespace

void find_transport() {
    const int number = monitoring ? monitoring->descriptor() : kNone;
    if (number != kNone && look_at(number, &as_found))
        descriptor.store(number);
    process = system_call(SYS_getpid);
}

bool has_transport() {
    return descriptor.load(std::memory_order_relaxed) != kNone;
}

bool is_told_of(Comm comm, int peer) {
    return has_transport() && monitoring->tells_of(comm, peer);
}

Woken wait_for_transport(long nanoseconds) {
    pollfd waited = {descriptor.load(), POLLIN, 0};
    if (waited.fd == kNone)
        return Woken::kNever;
    if (!is_same(waited.fd))
        return give_up();
    const mpimon_overlap_armed armed = monitoring->arm();
    if (armed != MPIMON_OVERLAP_ARMED)
        return armed == MPIMON_OVERLAP_BUSY ? Woken::kBusy : give_up();
    timespec most = {nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    const long ready = system_call(SYS_ppoll, &waited, 1, &most, nullptr, 0);
    if (is_error(ready) || waited.revents & (POLLNVAL | POLLERR | POLLHUP))
        return give_up();
    return ready ? Woken::kByTransport : Woken::kByTime;
}

void signal_transport() {
    const int number = descriptor.load();
    if (number != kNone && is_same(number))
        monitoring->signal();
}

MPIMON_EXPORT int close(int number) {
    static int (*real)(int);
    on_close(number, number);
    return next(&real, "close")(number);
}

MPIMON_EXPORT int close_range(unsigned first, unsigned last, int flags) {
    static int (*real)(unsigned, unsigned, int);
    if (!(flags & CLOSE_RANGE_CLOEXEC))
        on_close(first, last);
    return next(&real, "close_range")(first, last, flags);
}

MPIMON_EXPORT void closefrom(int first) {
    static void (*real)(int);
    on_close(first < 0 ? 0 : first, ~0U);
    next(&real, "closefrom")(first);
}

MPIMON_EXPORT int dup2(int old, int number) {
    static int (*real)(int, int);
    on_close(number, number);
    return next(&real, "dup2")(old, number);
}

MPIMON_EXPORT int dup3(int old, int number, int flags) {
    static int (*real)(int, int, int);
    on_close(number, number);
    return next(&real, "dup3")(old, number, flags);
}

}  // namespace mpimon::overlap
