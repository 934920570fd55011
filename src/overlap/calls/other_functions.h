// All functions of MPI but those that are made asynchronous: they wait for what is under way (trampolines.S).
#ifndef MPIMON_OVERLAP_OTHER_FUNCTIONS_H
#define MPIMON_OVERLAP_OTHER_FUNCTIONS_H

namespace mpimon::overlap {

// Whether the program has called a function whose operation may go on after it, at addresses of the program's own:
// nonblocking, persistent and one-sided communication, and files. Then no page may be taken from the library any more.
bool has_outstanding_operations();

}  // namespace mpimon::overlap

#endif
