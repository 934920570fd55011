// A request for a change of a control variable, to processes of a job that runs.
#ifndef MPIMON_COMMANDS_CHANGE_REQUEST_H
#define MPIMON_COMMANDS_CHANGE_REQUEST_H

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "mpimon/commands/set/control_block.h"
#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

struct RankAnswer {
    uint32_t rank = 0;
    mpimon_answer answer = MPIMON_ANSWER_NONE;  // NONE: there was none in time
    std::string reason;                         // of a refusal
    uint64_t collective = 0;                    // from which call on; 0: at once, or, with AGREED, not all have
};

class ChangeRequest {
  public:
    using Clock = std::chrono::steady_clock;

    // The request goes to the processes of these ranks; if there are none, to all. Throws Failure if one cannot be
    // asked, or somebody else asks this job for longer than `patience`.
    ChangeRequest(const OrphanedJob &job, const std::vector<uint32_t> &ranks, Clock::duration patience);

    // The answers, by rank, as they are when all are final, or after `patience`: what nobody has answered then is taken
    // back. Throws Failure if an earlier change is still to come.
    std::vector<RankAnswer> ask(const std::string &name, const std::string &value);

  private:
    struct Asked {
        uint32_t rank;
        ControlBlock block;
    };

    bool waits_for_call() const;
    template <class Done>
    bool wait_until(Done done, Clock::time_point end) const;
    bool all_answered() const;
    bool any(mpimon_answer answer) const;
    void give_up();
    std::vector<RankAnswer> answers() const;

    std::vector<Asked> asked_;
    ControlBlock first_;  // of the job's processes: its lock and its vote are those of all
    std::string shared_;  // the name of its file, if all ranks of the job are asked
    Clock::duration patience_;
};

}  // namespace mpimon

#endif
