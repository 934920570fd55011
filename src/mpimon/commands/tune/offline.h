// mpimon tune --offline: what the command calls is called by a program of ours, in rounds.
#ifndef MPIMON_COMMANDS_TUNE_OFFLINE_H
#define MPIMON_COMMANDS_TUNE_OFFLINE_H

#include <functional>

#include "mpimon/commands/tune/runs/runs.h"
#include "mpimon/commands/tune/runs/sweep.h"
#include "mpimon/commands/tune/tuned_job.h"

namespace mpimon {

// What the command calls, or called when the profile of --from was made. Throws Failure where that does not tell.
Profile seen_calls(const TuneQuestion &question, const Runs &runs);

// Where the profile of --from is of another number of ranks than the run's.
void remark_on_ranks_of(const Profile &seen, uint32_t ranks, const TuneQuestion &question);

// Calls the sweep's points in all rounds, with all candidates in the first one; `name` begins those of the runs. The
// points with what was timed; the plan is that of the proof then. `after_first` is told the first run's profile.
TunePoints explore_in_rounds(const Sweep &sweep, const Runs &runs, const std::string &name,
                             const std::vector<tuning::Candidate> &known, const Variables &variables,
                             const std::function<void(const Profile &)> &after_first);

}  // namespace mpimon

#endif
