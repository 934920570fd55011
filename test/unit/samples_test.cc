// Times of calls, and whether others take longer.
#include "policies/samples.h"

#include <gtest/gtest.h>

#include <cmath>

namespace policies {
namespace {

// 43 numbers that jump around from `least` on, `spread` apart at most, and `slow` of them ten times as long.
Samples jumping(uint64_t least, uint64_t spread, int slow) {
    Samples samples;
    for (uint64_t i = 0; i < Samples::most; ++i)
        samples.add((least + i * 29 % 43 * spread / 42) * (i < static_cast<uint64_t>(slow) ? 10 : 1));
    return samples;
}

// 1000, 1010, ... 1420: of the middle 27 the mean is 1210. Those 8 at each end count as the nearest of these, 130 off,
// so the squares are 100 * (2 * (1 + 4 + ... + 169) + 16 * 169) = 434200; by 27 * 26 that is the variance of the mean.
TEST(Samples, MeanAndVarianceAreThoseOfYuensTest) {
    const TrimmedMean mean = jumping(1000, 420, 0).trimmed();
    EXPECT_DOUBLE_EQ(mean.ns, 1210);
    EXPECT_NEAR(mean.variance, 434200.0 / (27 * 26), 1e-6);
}

TEST(Samples, MedianIsThatOfSoManyAsThereAre) {
    Samples samples;
    for (const uint64_t ns : {70U, 10U, 30U})
        samples.add(ns);
    EXPECT_EQ(samples.median(), 30U);
    samples.clear();
    samples.add(0);
    EXPECT_EQ(samples.median(), 1U);
}

TEST(Samples, EightCallsThatWaitedForACoreChangeLittle) {
    const TrimmedMean as_usual = jumping(1000, 420, 0).trimmed();
    const TrimmedMean disturbed = jumping(1000, 420, 8).trimmed();
    EXPECT_NEAR(disturbed.ns, as_usual.ns, 100);  // and not 2000, as the mean of all would be
}

// Yuen's t is t_2 - t_1 over the root of the sum of both variances.
TEST(Samples, LongerIsProvenBeyondTheIntervalOfNoise) {
    const TrimmedMean shorter = jumping(1000, 420, 0).trimmed();
    const double interval = 1.706 * std::sqrt(2 * shorter.variance);
    const auto just_less = static_cast<uint64_t>(1000 + interval - 1);
    EXPECT_FALSE(is_proven_longer(jumping(just_less, 420, 0).trimmed(), shorter));
    EXPECT_TRUE(is_proven_longer(jumping(just_less + 2, 420, 0).trimmed(), shorter));
    EXPECT_FALSE(is_proven_longer(shorter, jumping(just_less + 2, 420, 0).trimmed()));
}

}  // namespace
}  // namespace policies
