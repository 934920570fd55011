// What differs between two jobs, for people and for programs.
#ifndef MPIMON_COMMANDS_DIFF_DIFF_TEXT_H
#define MPIMON_COMMANDS_DIFF_DIFF_TEXT_H

#include <string>
#include <vector>

#include "analysis/comparison/comparison.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

struct DiffView {
    std::vector<std::string> files;  // A's, then B's, as are the profiles
    std::vector<const Profile *> profiles;
    size_t in_a = 1;
    const ComparisonOptions &options;
    const ComparedJobs &jobs;
    size_t top = 10;   // rows of each table
    bool all = false;  // also what changes within threshold and noise
};

std::string diff_text(const DiffView &view, const Style &style);
std::string diff_json(const DiffView &view);

}  // namespace mpimon

#endif
