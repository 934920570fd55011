// How long calls take while they are synchronous, for mode auto.
#ifndef MPIMON_OVERLAP_TIMES_H
#define MPIMON_OVERLAP_TIMES_H

#include <algorithm>
#include <cstdint>

namespace mpimon::overlap {

// Nanoseconds that the kernel takes for protecting pages and for a fault.
constexpr std::int64_t kCostOfOverlap = 20'000;

// Of calls long ago less and less is remembered. Zeroes are no times.
class Times {
  public:
    // A call took so many nanoseconds. Of one that took long only `kMostOfOne` are added, for the host may once have
    // done something else. Where overlap is all that could show this again, it takes more of them.
    void add(std::int64_t nanoseconds) { add_at_most(nanoseconds, kMostOfOne); }
    void add_to_known(std::int64_t nanoseconds) { add_at_most(nanoseconds, kMostOfOneKnown); }

    bool are_enough() const { return calls_ >= kEnough; }

    // Whether overlap would cost more than they take.
    bool are_short() const { return are_enough() && nanoseconds_ < kCostOfOverlap * calls_; }

    // As a run before has found them.
    void begin_short() { calls_ = kEnough; }

  private:
    static constexpr int kEnough = 8;
    static constexpr int kRemembered = 64;
    static constexpr std::int64_t kMostOfOne = 16 * kCostOfOverlap;
    static constexpr std::int64_t kMostOfOneKnown = 4 * kCostOfOverlap;

    void add_at_most(std::int64_t nanoseconds, std::int64_t most) {
        if (calls_ == kRemembered) {
            calls_ /= 2;
            nanoseconds_ /= 2;
        }
        calls_++;
        nanoseconds_ += std::min(nanoseconds, most);
    }

    std::int64_t calls_;
    std::int64_t nanoseconds_;
};

}  // namespace mpimon::overlap

#endif
