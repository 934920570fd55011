// How the variables of a running job have been since somebody began to look.
#ifndef MPIMON_ANALYSIS_LIVE_HISTORY_H
#define MPIMON_ANALYSIS_LIVE_HISTORY_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/live/variables.h"

namespace mpimon {

// Mean and spread of numbers that come one by one, of which none has to be kept (Welford's way).
class Spread {
  public:
    void add(double number);

    size_t count() const { return count_; }
    double minimum() const { return minimum_; }
    double maximum() const { return maximum_; }
    double mean() const { return mean_; }
    double deviation() const;  // the standard deviation of a sample; 0 of one number

  private:
    size_t count_ = 0;
    double minimum_ = 0;
    double maximum_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // sum of the squares of the distances from the mean
};

// A variable of all ranks together, or of one.
struct VariableState {
    double last = 0;
    double rate = 0;                  // in a second, between the last two looks; below 0 where a level falls
    Spread spread;                    // of what grows: of its rates, else of its values
    std::optional<double> watermark;  // the most that it has been; of all ranks: on any of them
    double risen = 0;                 // by how much the watermark has become higher since the first look
};

struct VariableHistory {
    std::string unit;
    bool grows = true;
    VariableState all;
    std::map<uint32_t, VariableState> ranks;
    std::deque<double> recent;  // of all ranks together: the last numbers of the spread, the newest last
};

class History {
  public:
    static constexpr size_t kRecent = 120;

    // `seconds`: on a clock that all looks are told by.
    void look(const Variables &now, double seconds);

    const std::map<std::string, VariableHistory> &variables() const { return variables_; }

  private:
    std::map<std::string, VariableHistory> variables_;
    std::optional<double> before_;
};

}  // namespace mpimon

#endif
