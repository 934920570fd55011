// Memory that no other process has, and the kernel does not change: the program's stack, small and large blocks of its
// heap, what its executable and libraries have mapped, and what its first thread has for itself.
#ifndef MPIMON_OVERLAP_PRIVATE_MEMORY_H
#define MPIMON_OVERLAP_PRIVATE_MEMORY_H

#include "../memory/pages.h"

namespace mpimon::overlap {

// That memory, while the program's first thread is in one call. It may be asked for each access, so what was found last
// is kept.
class PrivateMemory {
  public:
    PrivateMemory();

    // Whether all of the range is known to be such memory.
    bool holds(const Range &range) {
        return stack_.holds(range) || recent_[0].holds(range) || recent_[1].holds(range) || find(range);
    }

    // Whether code that begins here is of an object, and none that the program could write to, as it does to what calls
    // nested functions.
    bool holds_code(std::uintptr_t address) const;

    // Where the thread's own data are (FS).
    std::uintptr_t thread_data() const { return thread_data_; }

  private:
    bool find(const Range &range);

    const std::uintptr_t thread_data_;
    Range stack_;
    Range recent_[2] = {{0, 0}, {0, 0}};
};

// Finds where objects are mapped, before any of this is asked for. Returns whether any was loaded or removed since:
// then code is not what it was.
bool find_objects();

// Other memory is mapped here, at an address of the program's choice. If that is amid stack, heap or objects, nothing
// is private from then on.
void note_fixed_mapping(const Range &range);

}  // namespace mpimon::overlap

#endif
