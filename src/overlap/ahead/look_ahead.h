// What the program does between one call and the next, found out before it does.
//
// Calls of a chain follow each other with nothing in between but what prepares the next one. Where that can be told
// from the program's instructions, nothing needs to be protected meanwhile: the program will not touch it.
#ifndef MPIMON_OVERLAP_LOOK_AHEAD_H
#define MPIMON_OVERLAP_LOOK_AHEAD_H

#include "entry.h"
#include "path.h"
#include "under_way.h"

namespace mpimon::overlap {

// The entry of the function that was called last, if its frame is this one (__builtin_dwarf_cfa); else a signal's
// handler has called another one since, and all is 0.
Entry last_entry(const void *frame, const void *code);

// What the program comes to first, if it goes on after this call of MPI, which is successful. Where that is to be
// relied on, nothing may change until it does but what is under way; else it is likely. `path` is the one that was
// found before, or is found now.
Ahead look_ahead(const Entry &entry, const Expected &expected, Path *path);

}  // namespace mpimon::overlap

#endif
