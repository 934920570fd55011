// Looks for the collective operations that take much of a running job's time, and tries MPICH's other algorithms for
// them, one operation after the other; what gains stays.
//
// Rank 0 decides, by the times of its own calls. It times those of one communicator and one range of sizes, which took
// most of the operation's time until then.
#ifndef MPIMON_POLICIES_CHOOSER_H
#define MPIMON_POLICIES_CHOOSER_H

#include <mpich_monitoring_plugin.h>

#include <cstddef>
#include <cstdint>

#include "trials.h"

namespace policies {

struct ChooserSettings {
    const char *only;     // this operation; null: any
    double most_bytes;    // of a call that counts
    double share;         // of the time, in percent, that the operation must take
    std::uint64_t calls;  // of it that must have been seen
    double gain;          // percent of the time of a call, or a value does not stay
    bool must_dominate;   // it must take half of the time of all blocking collective calls
    bool only_advice;     // in the end, all is to be as it was
};

// Name and settings of the plugin that this is a part of; the user's arguments change the settings.
extern const char own_name[];
extern const ChooserSettings own_settings;

// Reads share, calls, gain, most_bytes ("bytes") and only_advice ("only-advice") from what the user says of the plugin.
void read_settings(const char *arguments, ChooserSettings &settings);

class Chooser {
  public:
    void begin(const mpimon_plugin_library *library, const ChooserSettings &settings);
    void called(const mpimon_plugin_collective *call);
    void changed(const mpimon_plugin_change *change);

  private:
    static constexpr int kOperations = 24;
    static constexpr int kCommunicators = 8;
    static constexpr int kSizes = 48;    // by their bits
    static constexpr int kSubjects = 4;  // operations that are tried, at most
    // What it takes to be told of a call, and the part of the time after which it looks for no more operations.
    static constexpr double kWatchingNs = 50;
    static constexpr double kMostWatching = 0.005;

    struct Taken {
        std::uint64_t calls;
        std::uint64_t ns;
    };
    struct Operation {
        char name[32];
        char variables[3][96];  // that choose its algorithm
        bool is_tried;
        std::uint64_t calls;
        std::uint64_t ns;
        Taken by_calls[kCommunicators][kSizes];
    };

    Operation *find(const char *name);
    void count(Operation &operation, const mpimon_plugin_collective *call);
    bool takes_enough(const Operation &operation) const;
    bool has_watched_enough();
    void try_algorithms(Operation &operation);
    // Those that took most; how long one took.
    std::uint64_t choose_calls(const Operation &operation);
    bool is_subject(const mpimon_plugin_collective *call) const;
    void go_on();
    void advise() const;

    const mpimon_plugin_library *library_;
    ChooserSettings settings_;
    std::uint64_t begun_ns_;
    std::uint64_t all_ns_;
    std::uint64_t watched_;  // calls between trials
    Operation operation_[kOperations];
    int operations_;
    int subjects_;
    Operation *subject_;  // of the trials; null between them
    std::uint32_t communicator_;
    int size_;
    double part_;  // of the time that the subject took
    bool is_judged_;
    Trials trials_;
};

}  // namespace policies

#endif
