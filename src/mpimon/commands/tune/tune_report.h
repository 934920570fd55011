// What was tuned, for people and for programs.
#ifndef MPIMON_COMMANDS_TUNE_TUNE_REPORT_H
#define MPIMON_COMMANDS_TUNE_TUNE_REPORT_H

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tuning/selection.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

struct TuneRow {
    tuning::Selected selected;
    std::optional<tuning::Difference> proof;  // of the second run, if something was chosen
    bool is_kept = false;                     // in the files
};

struct TuneAnswer {
    std::vector<TuneRow> rows;
    tuning::Covered covered;
    // With --offline: operations are named by their blocking form.
    std::vector<TuneRow> nonblocking;
    std::map<std::string, tuning::CoveredCalls> covered_calls;
    std::vector<std::string> files;
};

std::string tune_text(const TuneAnswer &answer, size_t top, const Style &style);
std::string tune_json(const TuneAnswer &answer);

}  // namespace mpimon

#endif
