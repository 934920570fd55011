// System calls of this library's own. They are let through where those of the program are stopped (program_calls.h).
#ifndef MPIMON_OVERLAP_SYSTEM_CALL_H
#define MPIMON_OVERLAP_SYSTEM_CALL_H

#include <sys/syscall.h>

#ifndef SYS_epoll_pwait2  // in older headers
#define SYS_epoll_pwait2 441
#endif

// These are in system_call.S. The kernel lets the calls through that are made between the two symbols.
extern "C" {
long mpimon_overlap_system_call(long number, long a, long b, long c, long d, long e, long f);
void mpimon_overlap_return_from_signal();

// Unblocks the signals of a mask of the kernel's, and makes the call of these registers (a gregset_t). Whoever is
// interrupted between the two last symbols has not made it, or is to make it again, and has the context in rbx.
long mpimon_overlap_repeat(const long long *registers, void *context, const unsigned long *unblocked);
extern const char mpimon_overlap_repeat_begin[];
extern const char mpimon_overlap_repeat_end[];

extern const char mpimon_overlap_allowed_begin[];
extern const char mpimon_overlap_allowed_end[];
}

namespace mpimon::overlap {

// The kernel's result: an errno value is negative.
template <typename... Arguments>
long system_call(long number, Arguments... arguments) {
    const long all[6] = {(long)arguments...};
    return mpimon_overlap_system_call(number, all[0], all[1], all[2], all[3], all[4], all[5]);
}

inline bool is_error(long result) {
    return result < 0 && result > -4096;
}

}  // namespace mpimon::overlap

#endif
