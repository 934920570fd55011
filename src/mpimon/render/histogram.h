// A histogram of sizes for people.
#ifndef MPIMON_RENDER_HISTOGRAM_H
#define MPIMON_RENDER_HISTOGRAM_H

#include <cstdint>
#include <string>
#include <vector>

#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// A line with a bar, as long as there is room, for each bin that is not empty; a gap is one faint line.
std::string histogram_text(const Bins &bins, const Style &style);

// The bins as JSON has them: up to the last one that is not empty.
std::vector<uint64_t> without_trailing_zeros(const Bins &bins);

}  // namespace mpimon

#endif
