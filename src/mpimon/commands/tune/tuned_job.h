// mpimon tune -- COMMAND: tries algorithms of collectives in a job, and writes the tuning files that a second run
// proves.
#ifndef MPIMON_COMMANDS_TUNE_TUNED_JOB_H
#define MPIMON_COMMANDS_TUNE_TUNED_JOB_H

#include <string>
#include <vector>

#include "mpimon/commands/tune/check/tune_output.h"

namespace mpimon {

struct TuneQuestion {
    std::vector<std::string> command;
    int share = 5;  // percent of the calls
    bool offline = false;
    std::string from;      // a profile that says what to sweep; empty: the command makes one
    bool partial = false;  // it may be damaged or incomplete
};

// Writes into the folder of the output, or into mpimon-tuned, for the MPICH of this installation if no version is
// named. Throws NothingRecommended if no choice is better than what MPICH chooses.
void tune_job(const TuneQuestion &question, const TuneOutput &output);

}  // namespace mpimon

#endif
