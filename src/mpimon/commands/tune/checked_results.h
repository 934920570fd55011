// Whether candidates for nonblocking collectives compute what they should, by a program that compares what it receives.
#ifndef MPIMON_COMMANDS_TUNE_CHECKED_RESULTS_H
#define MPIMON_COMMANDS_TUNE_CHECKED_RESULTS_H

#include <string>
#include <vector>

#include "mpimon/commands/tune/runs/sweep.h"
#include "mpimon/commands/tune/written_files.h"

namespace mpimon {

// What one line of the program's results says.
struct Verdict {
    std::string operation;
    std::string processes;
    enum { kRight, kWrong, kEnded } what = kEnded;
    std::string root;  // of a wrong result
};
std::vector<Verdict> parse_verdicts(const std::string &text);

// The candidates without those that compute something wrong, or end the program, in one of these calls, with any root;
// each of these is named in a line on standard error.
std::vector<tuning::Candidate> right_ones(const std::vector<std::string> &launcher, const TunePoints &points,
                                          const Runs &runs, const WrittenFiles &files,
                                          const std::vector<tuning::Candidate> &known);

}  // namespace mpimon

#endif
