// From MPI_Init to MPI_Finalize.
#ifndef MPIMON_OVERLAP_START_H
#define MPIMON_OVERLAP_START_H

#include "settings.h"

namespace mpimon::overlap {

// Whether the environment asks for overlap: known before main() begins.
bool is_wanted();

// Whether calls may be made asynchronous now: MPI is initialized, and this is the thread that did it.
bool is_on();

// Whether the program has threads beside that one, which are not the library's.
bool has_threads();

const Settings &settings();

}  // namespace mpimon::overlap

#endif
