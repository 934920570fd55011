// Memory that no other process has, and the kernel does not change: the program's stack, small and large blocks of its
// heap, and what its executable and libraries have mapped.
#ifndef MPIMON_OVERLAP_PRIVATE_MEMORY_H
#define MPIMON_OVERLAP_PRIVATE_MEMORY_H

#include "../memory/pages.h"

namespace mpimon::overlap {

// Whether all of the range is known to be such memory. For the program's first thread.
bool is_private(const Range &range);

// Where the calling thread's own data are (FS).
std::uintptr_t thread_data();

// Other memory is mapped here, at an address of the program's choice. If that is amid stack, heap or objects, nothing is
// private from then on.
void note_fixed_mapping(const Range &range);

}  // namespace mpimon::overlap

#endif
