// The handlers of SIGSEGV and SIGSYS, before those of the program.
#ifndef MPIMON_OVERLAP_HANDLERS_H
#define MPIMON_OVERLAP_HANDLERS_H

namespace mpimon::overlap {

// Installs them for this thread's faults and stopped system calls. False where the kernel cannot.
bool install_handlers();

// Gives the program's back.
void remove_handlers();

}  // namespace mpimon::overlap

#endif
