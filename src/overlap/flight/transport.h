// The network module as it tells by a descriptor that it has something to do. MPICH Monitoring's own library has one
// with UCX; others have none.
#ifndef MPIMON_OVERLAP_TRANSPORT_H
#define MPIMON_OVERLAP_TRANSPORT_H

#include "../mpich_abi.h"

namespace mpimon::overlap {

// Asks the library for the descriptor. MPI is initialized.
void find_transport();

// Whether there is one that can still be used.
bool has_transport();

// Whether the helper will be told of messages to and from this rank.
bool is_told_of(Comm comm, int peer);

enum class Woken {
    kByTransport,
    kByTime,
    kBusy,  // not asleep: progress is to be made first
    kNever  // there is no descriptor, or none any more
};

// Sleeps until there is something to do, for so many nanoseconds at most.
Woken wait_for_transport(long nanoseconds);

// Ends such a sleep of another thread, if it is of this thread's program.
void signal_transport();

}  // namespace mpimon::overlap

#endif
