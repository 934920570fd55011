// The program's own handlers of signals, where keys of the processor are used: the kernel would call them with rights
// to no memory that has a key, and system calls that they make would fail.
#ifndef MPIMON_OVERLAP_PROGRAM_HANDLERS_H
#define MPIMON_OVERLAP_PROGRAM_HANDLERS_H

#include <signal.h>

namespace mpimon::overlap {

using SetAction = int(int, const struct sigaction *, struct sigaction *);

// sigaction() by `next`, for a handler that has the rights of what it interrupts. `before` is as the program set it.
int set_action_with_keys(SetAction *next, int signal, const struct sigaction *action, struct sigaction *before);

}  // namespace mpimon::overlap

#endif
