// System calls of the program's other threads.
#ifndef MPIMON_OVERLAP_THREAD_CALLS_H
#define MPIMON_OVERLAP_THREAD_CALLS_H

#include <ucontext.h>

namespace mpimon::overlap {

// Carries out a call of such a thread that the kernel has stopped, when the memory that it uses is at home. Until it
// ends, that stays there.
void handle_call_of_thread(ucontext_t *context);

}  // namespace mpimon::overlap

#endif
