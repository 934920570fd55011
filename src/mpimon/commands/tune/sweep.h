// mpimon tune --offline: a program of ours calls what a job was seen to call, in the place of the job's program.
#ifndef MPIMON_COMMANDS_TUNE_SWEEP_H
#define MPIMON_COMMANDS_TUNE_SWEEP_H

#include <map>
#include <string>
#include <vector>

#include "analysis/tuning/candidates.h"
#include "analysis/tuning/trials.h"

namespace mpimon {

using TunePoints = std::map<tuning::Point, tuning::PointTrials>;

class Sweep {
  public:
    // In the first round all candidates are called a few times, then those that may still be the best more often.
    static constexpr int kRounds = 3;

    // `path` is where the program and its plan are put. Throws Failure if it cannot be compiled, or the command has
    // several programs.
    Sweep(const std::vector<std::string> &command, const std::string &path, const TunePoints &seen);

    // The job's command with the program instead of its own.
    const std::vector<std::string> &command() const { return command_; }

    // The calls that take nearly all the time of what was seen.
    const TunePoints &points() const { return points_; }

    // What the program is to call in a round; the one after the last one is the proof.
    void write_plan(const TunePoints &points, int round) const;

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
