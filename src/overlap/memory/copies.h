// Copies of small messages while they are sent. Their memory is not from the heap, since a transfer may end anywhere,
// also in the heap's functions.
#ifndef MPIMON_OVERLAP_COPIES_H
#define MPIMON_OVERLAP_COPIES_H

#include <cstddef>

namespace mpimon::overlap {

constexpr std::size_t kLargestCopy = 256 * 1024;

// Memory for so many bytes, at most the largest copy; null if there is none.
void *take_copy(std::size_t bytes);

void return_copy(void *copy, std::size_t bytes);

}  // namespace mpimon::overlap

#endif
