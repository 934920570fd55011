// Which memory of the program a system call uses.
#ifndef MPIMON_OVERLAP_MEMORY_OF_CALL_H
#define MPIMON_OVERLAP_MEMORY_OF_CALL_H

#include <ucontext.h>

#include "../memory/pages.h"

namespace mpimon::overlap {

// It reads or writes within these ranges, which may be empty, and nowhere else.
struct Memory {
    static constexpr int kMost = 6;

    Range ranges[kMost];
    int count;

    // Where there is no room, the last range takes this one in.
    void add(const Range &range) {
        if (!range.bytes())
            return;
        if (count < kMost)
            ranges[count++] = range;
        else
            ranges[kMost - 1] = ranges[kMost - 1].hull(range);
    }
};

// Finds the memory of the system call that these registers are for. False if that is not known.
bool find_memory(const greg_t *registers, Memory *memory);

// Whether any of it is on a page that is away or read only.
bool is_away(const Memory &memory);

}  // namespace mpimon::overlap

#endif
