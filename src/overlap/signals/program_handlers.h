// The program's own handlers of signals. They may touch what is under way in open memory, so it is completed first. And
// where keys of the processor are used, the kernel would call them with rights to no memory that has a key, and system
// calls that they make would fail.
#ifndef MPIMON_OVERLAP_PROGRAM_HANDLERS_H
#define MPIMON_OVERLAP_PROGRAM_HANDLERS_H

#include <signal.h>

namespace mpimon::overlap {

using SetAction = int(int, const struct sigaction *, struct sigaction *);

// sigaction() by `next`, for a handler that is called so. `before` is as the program set it.
int set_action_of_program(SetAction *next, int signal, const struct sigaction *action, struct sigaction *before);

// A handler has run: it may have changed what the program's way depends on, so what is in open memory is completed.
void complete_after_handler();

// Whether there ever was such a handler, but for those of signals that an instruction itself causes, and of MPI's own
// libraries, which touch no memory of the program's.
bool has_program_handlers();

}  // namespace mpimon::overlap

#endif
