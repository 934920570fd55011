// Values of control variables that are tried one after the other within a running job: each is set in all ranks, the
// calls that follow are timed, and what is left in the end is the best one, if it is better beyond noise than what was
// there before when both are timed again.
//
// A call may be short in this process and make others wait: so the time from the end of one call to that of the next is
// looked at, too, which such waiting makes longer. A value under which it is longer beyond noise does not stay.
#ifndef MPIMON_POLICIES_TRIALS_H
#define MPIMON_POLICIES_TRIALS_H

#include <mpich_monitoring_plugin.h>

#include <cstddef>
#include <cstdint>

#include "samples.h"

namespace policies {

constexpr int most_variables = 4;
constexpr int most_candidates = 24;
// Of each value so many calls are timed, after some that are skipped, since ranks are not together yet. The first calls
// with an algorithm take longer: buffers of its messages are touched for the first time, for more than a hundred calls
// of some kilobytes, until they are used again. So each value is timed twice before one is chosen, and the second time
// counts. These numbers, those that are skipped, and the call within which the value is changed are multiples of what
// is between two meetings.
constexpr int skipped_calls = 4;
constexpr int timed_calls = 27;
constexpr int last_calls = Samples::most;  // of the best value, and of the one from before
// One whose first calls take so many times as long as those of the best one is not timed to the end, nor again.
constexpr int first_calls = 11;
constexpr std::uint64_t hopeless_ratio = 10;

struct Variable {
    const char *name;
    char original[256];  // its value when the trials began
    char current[256];
};

struct Candidate {
    int variable;  // -1: all as they were
    char value[64];
    std::uint64_t median_ns;  // 0: not timed, since it was refused
    bool is_hopeless;
};

class Trials {
  public:
    // Adds a variable whose words are tried, or the numbers up to `last`; nothing where there is no such variable.
    void add_words(const mpimon_plugin_library *library, const char *name);
    void add_numbers(const mpimon_plugin_library *library, const char *name, int last);

    bool is_empty() const { return candidates_ == 1; }
    // What does not gain this part of the time of a call does not stay. Calls take `before_ns` by now.
    void begin(double least_gain, std::uint64_t before_ns);

    // One of the calls that are timed has returned at the time `now_ns`, of any clock, after `ns`. The plugin's
    // functions call this, and the next one.
    void called(std::uint64_t ns, std::uint64_t now_ns);
    void changed(const mpimon_plugin_change *change);

    bool is_running() const { return state_ == State::kSetting || state_ == State::kTiming; }
    bool is_done() const { return state_ == State::kDone; }

    // When it is done: what was there before, and the best of the others, as they were timed the second time.
    const Candidate &before() const { return candidate_[0]; }
    const Candidate &best() const { return candidate_[best_]; }
    bool is_gain() const { return best_ > 0; }
    const char *name_of(const Candidate &candidate) const { return variable_[candidate.variable].name; }

    // How much longer calls took under other values than the one from before, in all.
    double lost_ms() const { return static_cast<double>(lost_ns_) / 1e6; }

    // "NAME=VALUE 12.30 us, ..." of all that were timed.
    void describe(char *text, std::size_t room) const;

    // Everything is to be as it was.
    void undo();

  private:
    enum class State { kIdle, kSetting, kTiming, kDone };
    enum class Round { kWarming, kAll, kBestAgain, kBeforeAgain, kLast };

    Variable *add_variable(const mpimon_plugin_library *library, const char *name);
    void add_candidate(const Variable *variable, const char *value);
    void aim(int candidate);
    void approach();
    void timed();
    void refused();
    void go_on();
    int calls_to_time() const;
    bool is_hopeless() const;
    void next_of_all();
    void choose_best();
    void judge();

    const mpimon_plugin_library *library_ = nullptr;
    Variable variable_[most_variables] = {};
    int variables_ = 0;
    Candidate candidate_[most_candidates] = {{-1, "", 0, false}};
    int candidates_ = 1;
    int aim_ = 0;
    int best_ = 0;
    int refusals_ = 0;
    double least_gain_ = 0;
    State state_ = State::kIdle;
    Round round_ = Round::kWarming;
    // How long calls take with the value that is timed, and the intervals between their ends.
    Samples calls_;
    Samples intervals_;
    int skipped_ = 0;
    std::uint64_t last_end_ns_ = 0;
    // What the best value took when it was timed again.
    TrimmedMean best_call_;
    TrimmedMean best_interval_;
    std::uint64_t lost_ns_ = 0;
};

}  // namespace policies

#endif
