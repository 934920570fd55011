// Numbers as a line of characters.
#ifndef MPIMON_RENDER_SPARKLINE_H
#define MPIMON_RENDER_SPARKLINE_H

#include <cstdint>
#include <string>
#include <vector>

namespace mpimon {

// A character for each number: a block whose height says how large it is beside the largest one. 0 is a space, and
// anything above it can be seen.
std::string sparkline(const std::vector<uint64_t> &numbers);

}  // namespace mpimon

#endif
