// Timed calls of collectives. Each thread counts into items of its own, in whichever context it is.
#include <algorithm>
#include <cmath>

#include "found_items.h"

namespace mpimon {

namespace {

std::uint64_t what_of(const mpimon_trial &trial) {
    return std::uint64_t{trial.communicator} << 32 | trial.operation;
}

std::uint64_t how_of(const mpimon_trial &trial) {
    return std::uint64_t{trial.algorithm} << 32 | trial.candidate;
}

// These are here, and only as exact as times are, since libmpi is linked without the library of functions like them.
constexpr double kLogOf2 = 0.6931471805599453;

// By the series of the inverse hyperbolic tangent.
double logarithm(double number) {
    int exponent;
    const double part = std::frexp(number, &exponent), ratio = (part - 1) / (part + 1);
    double power = 2 * ratio, sum = 0;
    for (int divisor = 1; divisor < 20; divisor += 2) {
        sum += power / divisor;
        power *= ratio * ratio;
    }
    return exponent * kLogOf2 + sum;
}

// By Taylor's series.
double exponential(double number) {
    const int exponent = static_cast<int>(number / kLogOf2);
    const double rest = number - exponent * kLogOf2;
    double power = 1, sum = 0;
    for (int divisor = 1; divisor < 20; divisor++) {
        sum += power;
        power *= rest / divisor;
    }
    return std::ldexp(sum, exponent);
}

// The mean is the geometric one, since a call that was interrupted says little of its algorithm: it counts by its
// logarithm. The squares are those of the logarithms' distances from their mean, in the mean's unit. This is Welford's
// way, since sums of squares would lose small differences of large numbers.
void add_time(mpimon_trial &trial, double time) {
    if (trial.calls == 0 || time < trial.least)
        trial.least = time;
    const double counted = logarithm(std::max(time, 1.0));
    const double before = trial.calls == 0 ? 0 : logarithm(trial.mean);
    const double squares = trial.calls == 0 ? 0 : trial.squares / (trial.mean * trial.mean);
    const double distance = counted - before;
    mpimon_increase(&trial.calls, 1);
    const double after = before + distance / static_cast<double>(trial.calls);
    trial.mean = exponential(after);
    trial.squares = (squares + distance * (counted - after)) * trial.mean * trial.mean;
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
