// Whether an MPICH of one series would take a tuning file, and whether all that it chooses is legal.
#ifndef MPIMON_ANALYSIS_TUNING_CHECK_H
#define MPIMON_ANALYSIS_TUNING_CHECK_H

#include <optional>
#include <string_view>
#include <vector>

#include "analysis/tuning/tuning_file.h"
#include "tuning/series.h"

namespace mpimon::tuning {

struct CheckResult {
    Level level = Level::kMpir;
    size_t choices = 0;
    std::vector<Problem> problems;  // in the order of the file

    bool is_sound() const;
};

std::string_view level_name(Level level);  // "mpir"

// The first name that is chosen tells the level: compositions are those of ch4, and some algorithms those of posix.
Level level_of(const TuningFile &file);

// Goes all ways through the tree with what is known of the calls that take them. A choice is legal if it is for all of
// these; where there is none, MPICH aborts at the level `mpir`, and goes on to it at the others.
CheckResult check(const TuningFile &file, Series series, std::optional<Level> level);

}  // namespace mpimon::tuning

#endif
