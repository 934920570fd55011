// Operations of the program's own that go on after their call, at its own addresses: while there are any, no page may
// be taken from the library.
#ifndef MPIMON_OVERLAP_OWN_OPERATIONS_H
#define MPIMON_OVERLAP_OWN_OPERATIONS_H

namespace mpimon::overlap {

bool has_own_operations();

// The program starts one whose request ends with it: a nonblocking one.
void begin_own_operation();

// It calls a function whose operation may go on until nobody knows when: persistent and one-sided communication, files.
void begin_endless_operation();

// What it has started calls functions of the program's, as reductions do, whenever anybody makes progress. So nobody
// may beside the program: what is under way is complete when this returns, and nothing else may be while it is true
// that the program may be called.
void begin_to_call_back();
bool may_call_program();

}  // namespace mpimon::overlap

#endif
