// Names that stand beside rows and columns.
#ifndef MPIMON_ANALYSIS_NAMES_LABELS_H
#define MPIMON_ANALYSIS_NAMES_LABELS_H

#include <cstddef>
#include <string>
#include <vector>

namespace mpimon {

// Names of hosts, of at most `columns` (2 or more) each. What is cut of one leaves a "…": the end, if all that it has
// before the domain that the long ones share is kept so, else the beginning.
std::vector<std::string> short_labels(const std::vector<std::string> &hosts, size_t columns);

}  // namespace mpimon

#endif
