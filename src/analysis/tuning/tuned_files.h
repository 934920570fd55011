// Tuning files with choices put into them.
#ifndef MPIMON_ANALYSIS_TUNING_TUNED_FILES_H
#define MPIMON_ANALYSIS_TUNING_TUNED_FILES_H

#include <set>
#include <string>
#include <vector>

#include "analysis/tuning/candidates.h"
#include "analysis/tuning/check.h"
#include "analysis/tuning/trials.h"

namespace mpimon::tuning {

struct Choosing {
    Point point;
    std::string candidate;
};

// The files of the levels mpir and ch4.
struct Files {
    Json mpir, ch4;
};

// What is in both levels' files: those that MPICH has built in, or those that the user has given it.
Files parse_files(const std::string &mpir, const std::string &ch4);

// Files that choose the same but for these. Throws AnalysisError if a file does not begin with collectives.
Files with_choices(const Files &before, const std::vector<Choosing> &choices, const std::vector<Candidate> &known,
                   Series series);

// Files by which blocking calls of the operations take their nonblocking forms and wait for them at once, so that these
// can be timed as other blocking calls are. Those of neighbours do so by themselves.
Files with_forms_waited_for(const Files &before, const std::set<std::string> &operations, Series series);

// What the files have for these collectives alone.
Files only(const Files &files, const std::vector<Choosing> &choices, const std::vector<Candidate> &known);

// The file's text, as MPICH reads it.
std::string file_text(const Json &file);

}  // namespace mpimon::tuning

#endif
