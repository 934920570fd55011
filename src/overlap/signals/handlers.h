// The handlers of SIGSEGV and SIGSYS, before those of the program.
#ifndef MPIMON_OVERLAP_HANDLERS_H
#define MPIMON_OVERLAP_HANDLERS_H

namespace mpimon::overlap {

// Installs them for this thread's faults and stopped system calls. False where the kernel cannot.
bool install_handlers();

// The same without this thread's part: for others that are to be looked after.
void install_actions();

// Gives the program's back, but for other threads.
void remove_handlers();

}  // namespace mpimon::overlap

#endif
