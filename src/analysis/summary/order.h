// The quantity by which the rows of a table are sorted.
#ifndef MPIMON_ANALYSIS_SUMMARY_ORDER_H
#define MPIMON_ANALYSIS_SUMMARY_ORDER_H

namespace mpimon {

enum class Order { kBytes, kMessages, kTime };

}  // namespace mpimon

#endif
