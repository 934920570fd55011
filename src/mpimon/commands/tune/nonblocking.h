// Nonblocking collectives of mpimon tune --offline: in calls that are waited for at once.
#ifndef MPIMON_COMMANDS_TUNE_NONBLOCKING_H
#define MPIMON_COMMANDS_TUNE_NONBLOCKING_H

#include <map>
#include <string>
#include <vector>

#include "mpimon/commands/tune/tried.h"
#include "mpimon/commands/tune/tuned_job.h"
#include "mpimon/commands/tune/written_files.h"

namespace mpimon {

struct NonblockingTried {
    TunePoints points;  // of what was tried; operations have the blocking form's name
    std::vector<TuneRow> rows;
};

// Checks what candidates compute, names those on standard error that do it wrongly, times the others, chooses and
// proves.
NonblockingTried tune_nonblocking(const TuneQuestion &question, const Runs &runs, const WrittenFiles &files,
                                  const Profile &seen);

// For how many of the job's nonblocking calls of each operation algorithms were tried. Those of neighbours that have
// the choice of a blocking call are tried by that: `blocking` are its points.
std::map<std::string, tuning::CoveredCalls> covered_nonblocking(const NonblockingTried &tried,
                                                                const TunePoints &blocking, const Profile &seen);

}  // namespace mpimon

#endif
