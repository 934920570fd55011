// Threads that are cancelled in a system call. The C library's handler (from 2.41 on) cancels at once only whoever was
// interrupted at its own instruction for that; but a call that was stopped is made elsewhere.
#ifndef MPIMON_OVERLAP_CANCELLATION_H
#define MPIMON_OVERLAP_CANCELLATION_H

#include <signal.h>

#include "../signals/section.h"

namespace mpimon::overlap {

// The C library's signal for that. It is blocked while a stopped call is looked at, and let in when it is made.
constexpr int kCancel = __SIGRTMIN;
constexpr SignalMask kCancelling = SignalMask{1} << (kCancel - 1);

// From now on the C library's handler finds a thread where the program has called the system. To be called before the
// program has any but the calling thread.
void begin_with_cancellation();

}  // namespace mpimon::overlap

#endif
