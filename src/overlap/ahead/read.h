// Memory that may not be there.
#ifndef MPIMON_OVERLAP_READ_H
#define MPIMON_OVERLAP_READ_H

#include <cstdint>

namespace mpimon::overlap {

// Reads 1, 2, 4 or 8 bytes; false where the processor cannot.
extern "C" __attribute__((visibility("hidden"))) bool mpimon_overlap_read(std::uintptr_t address, unsigned bytes,
                                                                          std::uint64_t *value);

// What was read there.
struct Read {
    std::uintptr_t address;
    std::uint64_t bits;
    unsigned bytes;  // 1, 2, 4 or 8
};

// Whether all from `begin` to `end` would be read as they were.
extern "C" __attribute__((visibility("hidden"))) bool mpimon_overlap_are_as_read(const Read *begin, const Read *end);

// Whether this is a fault of these functions: then the thread goes on with `context`, and the function returns false.
bool fail_to_read(void *context);

}  // namespace mpimon::overlap

#endif
