// Times of some calls, and whether other calls take longer.
#ifndef MPIMON_POLICIES_SAMPLES_H
#define MPIMON_POLICIES_SAMPLES_H

#include <cstdint>

namespace policies {

// A mean that a few calls cannot spoil, which took long since the process had to wait for a core: the mean without the
// fifth of the shortest and the fifth of the longest ones, and the variance of this mean.
struct TrimmedMean {
    double ns = 0;
    double variance = 0;
};

class Samples {
  public:
    static constexpr int most = 43;

    void clear() { count_ = 0; }
    void add(std::uint64_t ns) { ns_[count_++] = ns; }  // of `most` at most
    int count() const { return count_; }
    std::uint64_t median() const;  // at least 1; of one sample at least
    TrimmedMean trimmed() const;   // of ten samples at least

  private:
    std::uint64_t ns_[most] = {};
    int count_ = 0;
};

// Whether `longer` is longer than `shorter` beyond noise, by Welch's t test for trimmed means (K. K. Yuen, The
// two-sample trimmed t for unequal population variances, Biometrika 61, 1974). Where both are equal, it is false in 19
// of 20 cases. Both are of `most` samples.
bool is_proven_longer(const TrimmedMean &longer, const TrimmedMean &shorter);

}  // namespace policies

#endif
