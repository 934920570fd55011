// What was tried, and what is chosen of it and proven by another run.
#ifndef MPIMON_COMMANDS_TUNE_TRIED_H
#define MPIMON_COMMANDS_TUNE_TRIED_H

#include <string>
#include <vector>

#include "analysis/tuning/tuned_files.h"
#include "mpimon/commands/tune/runs/sweep.h"
#include "mpimon/commands/tune/tune_report.h"

namespace mpimon {

// The candidate of the second run: what was the default.
constexpr const char *kBefore = "before";

// All points, and those candidates for now that are better beyond noise.
std::vector<TuneRow> rows_of(const TunePoints &points);

// What the second run does not prove is kept no more.
void prove(std::vector<TuneRow> &rows, const TunePoints &points);

bool keeps_any(const std::vector<TuneRow> &rows);

std::vector<tuning::Choosing> choices_of(const std::vector<TuneRow> &rows);

}  // namespace mpimon

#endif
