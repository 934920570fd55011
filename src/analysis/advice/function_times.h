// Calls and times of MPI functions, over all ranks, and how much of its time each rank was in MPI.
#ifndef MPIMON_ANALYSIS_ADVICE_FUNCTION_TIMES_H
#define MPIMON_ANALYSIS_ADVICE_FUNCTION_TIMES_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon::advice {

constexpr double kNanosecond = 1e-9;

struct FunctionTime {
    double calls = 0;
    double seconds = 0;
    double most_seconds = 0;  // of the rank that is in it the longest
    double wait_seconds = 0;
    double shortest_seconds = 0;
    double longest_seconds = 0;
};

class FunctionTimes {
  public:
    explicit FunctionTimes(const Profile &profile);

    const std::map<std::string, FunctionTime, std::less<>> &all() const { return functions_; }

    // The time of a process from the end of MPI_Init, which no advice makes any shorter, to its end; what of that is in
    // MPI, and the rest.
    double wall_seconds(size_t process) const { return wall_[process]; }
    double mpi_seconds(size_t process) const { return mpi_[process]; }
    double outside_seconds(size_t process) const { return std::max(0.0, wall_[process] - mpi_[process]); }

    // The time in all functions of a kind.
    double p2p_seconds() const;
    double rma_seconds() const;

    std::optional<double> fact(std::string_view name) const;

  private:
    std::map<std::string, FunctionTime, std::less<>> functions_;
    std::vector<double> wall_;
    std::vector<double> mpi_;
};

}  // namespace mpimon::advice

#endif
