// Timed calls of collectives. Each thread counts into items of its own, in whichever context it is.
#include <algorithm>

#include "found_items.h"

namespace mpimon {

namespace {

std::uint64_t what_of(const mpimon_trial &trial) {
    return std::uint64_t{trial.communicator} << 32 | trial.operation;
}

std::uint64_t how_of(const mpimon_trial &trial) {
    return std::uint64_t{trial.algorithm} << 32 | trial.candidate;
}

// A call that was interrupted says nothing of its algorithm: it counts as at most so many times the quickest one.
constexpr double kMostOfLeast = 4;

void add_time(mpimon_trial &trial, double time) {
    if (trial.calls == 0 || time < trial.least)
        trial.least = time;
    const double most = kMostOfLeast * trial.least;
    if (trial.mean > most) {  // the calls before this one were interrupted
        trial.mean = most;
        trial.squares = 0;
    }
    // This is Welford's way, since sums of squares would lose small differences of large numbers.
    const double counted = std::min(time, most), distance = counted - trial.mean;
    mpimon_increase(&trial.calls, 1);
    trial.mean += distance / static_cast<double>(trial.calls);
    trial.squares += distance * (counted - trial.mean);
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

extern "C" void mpimon_trial_add(const mpimon_trial *item, uint64_t ticks) {
    const auto *shard = static_cast<const Shard *>(mpimon_this_thread.shard->owner);
    if (!shard)
        return;
    CounterSet *counter_set = shard->counter_set;
    const std::uint64_t key = hash_of(item->bin, hash_of(how_of(*item), hash_of(what_of(*item))));
    mpimon_trial *trial =
        find_or_add_item(counter_set->trial_items, counter_set->trials, key, *item, [item](const mpimon_trial &known) {
            return what_of(known) == what_of(*item) && how_of(known) == how_of(*item) && known.bin == item->bin;
        });
    if (trial)
        add_time(*trial, static_cast<double>(ticks));
}
