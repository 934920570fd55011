// A histogram of sizes.
#ifndef MPIMON_RENDER_HISTOGRAM_H
#define MPIMON_RENDER_HISTOGRAM_H

#include <cstdint>
#include <vector>

#include "mpimon/render/page.h"
#include "profile/read/profile.h"

namespace mpimon {

// For people: a line with a bar for each bin that is not empty. Empty bins between others become one line.
void show_histogram(const Bins &bins, Page &page);

// For programs.
std::vector<uint64_t> without_trailing_zeros(const Bins &bins);

}  // namespace mpimon

#endif
