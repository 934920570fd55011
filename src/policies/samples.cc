#include "samples.h"

#include <algorithm>

namespace policies {

namespace {

// Student's t, one tail of 5 %, with the fewest degrees of freedom that Welch's formula gives for two times 27 samples,
// which are left of 43: 26.
constexpr double kStudent = 1.706;

}  // namespace

std::uint64_t Samples::median() const {
    std::uint64_t sorted[most];
    std::copy(ns_, ns_ + count_, sorted);
    std::nth_element(sorted, sorted + count_ / 2, sorted + count_);
    return std::max<std::uint64_t>(sorted[count_ / 2], 1);
}

// The variance is that of all samples, where those that are cut off count like the nearest one that is not.
TrimmedMean Samples::trimmed() const {
    std::uint64_t sorted[most];
    std::copy(ns_, ns_ + count_, sorted);
    std::sort(sorted, sorted + count_);
    const int cut = count_ / 5;
    const double kept = count_ - 2 * cut;
    TrimmedMean mean;
    double all = 0;
    for (int i = 0; i < count_; ++i) {
        const auto ns = static_cast<double>(sorted[std::clamp(i, cut, count_ - cut - 1)]);
        all += ns / count_;
        mean.ns += i >= cut && i < count_ - cut ? ns / kept : 0;
    }
    for (int i = 0; i < count_; ++i) {
        const double distance = static_cast<double>(sorted[std::clamp(i, cut, count_ - cut - 1)]) - all;
        mean.variance += distance * distance / (kept * (kept - 1));
    }
    return mean;
}

bool is_proven_longer(const TrimmedMean &longer, const TrimmedMean &shorter) {
    const double more = longer.ns - shorter.ns;
    return more > 0 && more * more > kStudent * kStudent * (longer.variance + shorter.variance);
}

}  // namespace policies
