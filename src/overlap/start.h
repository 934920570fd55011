// Overlap begins in MPI_Init and ends in MPI_Finalize.
#ifndef MPIMON_OVERLAP_START_H
#define MPIMON_OVERLAP_START_H

#include "settings.h"

namespace mpimon::overlap {

// Whether the environment asks for overlap: known before main() begins.
bool is_wanted();

// The same, at any time: the environment is read if it was not yet.
bool is_wanted_early();

// Whether calls may be made asynchronous now: MPI is initialized, and this is the thread that did it.
bool is_on();

// Whether the program has threads beside that one that nobody looks after (threads/threads.h), or that call MPI.
bool has_threads();

const Settings &settings();

}  // namespace mpimon::overlap

#endif
