// Which memory of the program a system call uses.
#ifndef MPIMON_OVERLAP_MEMORY_OF_CALL_H
#define MPIMON_OVERLAP_MEMORY_OF_CALL_H

#include <ucontext.h>

#include "../memory/pages.h"

namespace mpimon::overlap {

// It reads or writes within these ranges, which may be empty, and nowhere else.
struct Memory {
    Range ranges[3];
};

// Of the system call that these registers are for. False if that is not known.
bool find_memory(const greg_t *registers, Memory *memory);

// Whether any of it is on a page that is away or read only.
bool is_away(const Memory &memory);

}  // namespace mpimon::overlap

#endif
