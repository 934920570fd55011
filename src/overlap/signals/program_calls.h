// System calls of the program: while transfers are under way, the kernel stops each, since it would find pages away and
// tell the program of an error (Syscall User Dispatch). Those of other threads than the program's first it always stops
// (threads/thread_calls.h).
#ifndef MPIMON_OVERLAP_PROGRAM_CALLS_H
#define MPIMON_OVERLAP_PROGRAM_CALLS_H

#include <ucontext.h>

namespace mpimon::overlap {

constexpr unsigned char kLetThrough = 0;
constexpr unsigned char kStop = 1;

// The kernel reads it at each system call of the program's thread.
extern volatile unsigned char system_call_selector;

constexpr long kInstruction = 2;  // bytes of the instruction syscall

// From now on the kernel stops system calls of the calling thread while its selector says so. False where it cannot.
bool begin_stopping_system_calls(volatile unsigned char *selector);
void end_stopping_system_calls();

// Whether the kernel looks at the selector of the program's thread from now on, which it does from the beginning. That
// takes 300 ns of each system call; a short one takes 165 without. It must before any page is away. False where it
// cannot.
bool let_kernel_look(bool look);

// Makes the call with these registers, which was stopped in this context. Returns its result; or does not, where the
// thread is cancelled.
long repeat_system_call(const greg_t *registers, ucontext_t *context);

// The handler of SIGSYS. False if the signal is not of a call that was stopped.
bool handle_stopped_call(const void *info, void *context);

}  // namespace mpimon::overlap

#endif
