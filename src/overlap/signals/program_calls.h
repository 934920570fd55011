// System calls of the program: while transfers are under way, the kernel stops each, since it would find pages away and
// tell the program of an error (Syscall User Dispatch).
#ifndef MPIMON_OVERLAP_PROGRAM_CALLS_H
#define MPIMON_OVERLAP_PROGRAM_CALLS_H

namespace mpimon::overlap {

constexpr unsigned char kLetThrough = 0;
constexpr unsigned char kStop = 1;

// The kernel reads it at each system call of the program's thread.
extern volatile unsigned char system_call_selector;

// False where the kernel cannot.
bool begin_stopping_system_calls();
void end_stopping_system_calls();

// The handler of SIGSYS. False if the signal is not of a call that was stopped.
bool handle_stopped_call(const void *info, void *context);

}  // namespace mpimon::overlap

#endif
