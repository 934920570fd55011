// How much of the node's memory processes have.
#ifndef MPIMON_COMMANDS_RESIDENT_MEMORY_H
#define MPIMON_COMMANDS_RESIDENT_MEMORY_H

#include "analysis/live/variables.h"
#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

// How many bytes are resident, as the kernel says of the processes that run; those of another namespace are left out.
Variable resident_memory(const OrphanedJob &job);

}  // namespace mpimon

#endif
