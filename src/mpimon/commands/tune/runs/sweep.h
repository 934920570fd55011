// mpimon tune --offline: a program of ours calls what a job was seen to call, in the place of the job's program.
#ifndef MPIMON_COMMANDS_TUNE_RUNS_SWEEP_H
#define MPIMON_COMMANDS_TUNE_RUNS_SWEEP_H

#include <map>
#include <string>
#include <vector>

#include "analysis/tuning/candidates.h"
#include "analysis/tuning/trials.h"

namespace mpimon {

using TunePoints = std::map<tuning::Point, tuning::PointTrials>;

// The words of the command up to its program. Throws Failure if it has several.
std::vector<std::string> launcher_of(const std::vector<std::string> &command);

// Compiles a program of ours, `name`, to `path`. Throws Failure if that fails.
void compile_own(const std::string &name, const std::string &path);

// The calls that take nearly all the time of what was seen.
TunePoints most_of_time(const TunePoints &seen);

// Those of nonblocking operations, of which no time is kept: nearly all calls, and those that send nearly all bytes.
TunePoints most_of_calls(const TunePoints &seen);

class Sweep {
  public:
    // In the first round all candidates are called a few times, then those that may still be the best more often.
    static constexpr int kRounds = 3;

    // `launcher`: the job's command up to its program; `program` is started instead of that, and reads what it calls
    // from `plan`, a file. `points`: the calls.
    Sweep(std::vector<std::string> launcher, const std::string &program, std::string plan, TunePoints points);

    // The job's command with the program instead of its own.
    const std::vector<std::string> &command() const { return command_; }

    const TunePoints &points() const { return points_; }

    // What the program is to call in a round; the one after the last one is the proof.
    void write_plan(const TunePoints &points, int round) const;
    // Each of the calls once.
    void write_plan_of_each() const;

    // Adds what a round has timed.
    static void add(TunePoints &points, const TunePoints &round);

    // The calls, for each candidate, of which it may still be the best.
    static std::map<std::string, std::vector<tuning::Spot>> survivors(const TunePoints &points,
                                                                      const std::vector<tuning::Candidate> &known);

  private:
    std::vector<std::string> command_;
    std::string plan_;
    TunePoints points_;
};

}  // namespace mpimon

#endif
