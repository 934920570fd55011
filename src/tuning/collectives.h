// The collectives that MPICH chooses algorithms for, and what it can tell of their calls.
#ifndef MPIMON_TUNING_COLLECTIVES_H
#define MPIMON_TUNING_COLLECTIVES_H

#include <array>
#include <string_view>

#include "tuning/conditions.h"

namespace mpimon::tuning {

// Whether the series' functions can tell this of the collective; if not, they abort.
bool is_known_of(const Condition &condition, std::string_view collective);

// Whether the processes of one such call may differ in the condition, though the call is right: they would take
// different algorithms, and wait for each other for ever.
bool may_differ(const Condition &condition, std::string_view collective, const Calls &calls);

// All collectives that MPICH chooses for, in each series.
constexpr size_t kCollectiveCount = 44;
const std::array<std::string_view, kCollectiveCount> &collectives();
// Its index there; the end if there is no such one.
size_t collective_number(std::string_view name);
// Those that there are for inter-communicators, too.
bool has_inter(std::string_view collective);

}  // namespace mpimon::tuning

#endif
