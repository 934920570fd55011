// Rounds that take as long as is written here: what is chosen by turns, and after how many rounds.
#include "overlap/chains/turns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace mpimon::overlap {
namespace {

constexpr int kSettling = 2, kLength = 6;
constexpr int rounds_of(int pairs) {
    return (1 + 2 * pairs) * kLength;  // the first window is not compared
}

constexpr int kLeast = rounds_of(3);

struct Found {
    Choice choice;
    int rounds;  // until then
};

// Nanoseconds of a round with this number, asynchronous or not.
using Takes = std::function<std::int64_t(bool is_asynchronous, int number)>;

Found find(const Takes &takes) {
    Turns<kSettling, kLength> turns;
    std::int64_t now = 1;
    for (int number = 0;; number++) {
        const bool is_asynchronous = turns.next(now);
        if (turns.choice() != Choice::kUnknown)
            return {turns.choice(), number};
        now += takes(is_asynchronous, number);
    }
}

TEST(Turns, ChooseWhatTakesLess) {
    const Found faster = find([](bool is_asynchronous, int) { return is_asynchronous ? 80 : 100; });
    EXPECT_EQ(faster.choice, Choice::kAsynchronous);
    EXPECT_EQ(faster.rounds, kLeast);
    const Found slower = find([](bool is_asynchronous, int) { return is_asynchronous ? 100 : 80; });
    EXPECT_EQ(slower.choice, Choice::kSynchronous);
    EXPECT_EQ(slower.rounds, kLeast);
}

TEST(Turns, TakeLongerWhereWaysDifferLess) {
    const Found faster = find([](bool is_asynchronous, int) { return is_asynchronous ? 95 : 100; });
    EXPECT_EQ(faster.choice, Choice::kAsynchronous);
    EXPECT_EQ(faster.rounds, rounds_of(5));
    const Found slower = find([](bool is_asynchronous, int) { return is_asynchronous ? 100 : 95; });
    EXPECT_EQ(slower.choice, Choice::kSynchronous);
    EXPECT_EQ(slower.rounds, rounds_of(5));
}

TEST(Turns, StaySynchronousWhereThereIsNearlyNothingToGain) {
    EXPECT_EQ(find([](bool is_asynchronous, int) { return is_asynchronous ? 99 : 100; }).choice, Choice::kSynchronous);
}

// What is lost is less than what mode auto may lose, with room for chance.
TEST(Turns, ChooseWhatGainsTwoPercent) {
    EXPECT_EQ(find([](bool is_asynchronous, int) { return is_asynchronous ? 98 : 100; }).choice, Choice::kAsynchronous);
}

// Each window's first rounds feel the other way still: here they take what rounds of that one do.
TEST(Turns, LeaveOutWhatSettles) {
    bool was_asynchronous = true;
    int since = 0;
    const Found found = find([&](bool is_asynchronous, int) {
        since = is_asynchronous == was_asynchronous ? since + 1 : 1;
        was_asynchronous = is_asynchronous;
        const std::int64_t steady = is_asynchronous ? 80 : 100;
        return since <= kSettling ? 100'000 - 1'000 * steady : steady;
    });
    EXPECT_EQ(found.choice, Choice::kAsynchronous);
    EXPECT_EQ(found.rounds, kLeast);
}

// Every other pair of windows speaks for the other way.
TEST(Turns, EndWherePairsDisagree) {
    const Found found = find([](bool is_asynchronous, int number) {
        const int pair = (number - kLength) / (2 * kLength);
        return is_asynchronous == (pair % 2 == 0) ? 80 : 100;
    });
    EXPECT_EQ(found.rounds, rounds_of(25));
    EXPECT_EQ(found.choice, Choice::kAsynchronous);
}

// How many of a hundred programs are made asynchronous, whose windows take more or less by chance, with this standard
// deviation.
int count_asynchronous(std::int64_t asynchronous, std::int64_t synchronous, double deviation) {
    int count = 0;
    for (unsigned seed = 0; seed < 100; seed++) {
        std::mt19937 random(seed);
        std::normal_distribution<double> chance(1, deviation * std::sqrt(kLength - kSettling));
        const Found found = find([&](bool is_asynchronous, int) {
            return std::llround((is_asynchronous ? asynchronous : synchronous) * chance(random));
        });
        count += found.choice == Choice::kAsynchronous;
    }
    return count;
}

TEST(Turns, ChooseWellWhereWindowsDifferByChance) {
    EXPECT_GE(count_asynchronous(95'000, 100'000, 0.05), 93);
    EXPECT_GE(count_asynchronous(90'000, 100'000, 0.05), 99);
    EXPECT_LE(count_asynchronous(105'000, 100'000, 0.05), 1);
}

// What is learnt meanwhile makes asynchronous rounds fast, but only after some: the first window goes on until then.
TEST(Turns, BeginToCompareWhenAllIsLearnt) {
    constexpr int kLearnt = 5 * kLength;
    for (const bool waits : {true, false}) {
        Turns<kSettling, kLength> turns;
        std::int64_t now = 1;
        int asynchronous = 0, number = 0;
        while (turns.choice() == Choice::kUnknown) {
            const bool is_asynchronous = turns.next(now, waits && asynchronous < kLearnt);
            asynchronous += is_asynchronous;
            now += !is_asynchronous ? 100 : asynchronous <= kLearnt ? 200 : 80;
            number++;
        }
        EXPECT_EQ(turns.choice(), waits ? Choice::kAsynchronous : Choice::kSynchronous);
        EXPECT_EQ(number, (waits ? kLearnt - kLength : 0) + kLeast + 1);
    }
}

// Processes that make the same calls need not learn equally long.
TEST(Turns, AreTakenTogether) {
    Turns<kSettling, kLength> sooner, later;
    for (int number = 0; number < kLeast; number++) {
        const bool is_asynchronous = sooner.next(0);
        const bool is_same = later.next(0, number < kLength + 1) == is_asynchronous;
        EXPECT_EQ(is_same, is_asynchronous || number >= 3 * kLength);
    }
}

TEST(Turns, KnowHowOldTheirChoiceIs) {
    constexpr int kSame = rounds_of(5);
    Turns<kSettling, kLength> turns;
    for (int number = 0; number < kSame; number++)
        turns.next(number);
    EXPECT_FALSE(turns.is_old(0));
    turns.next(kSame);  // chosen
    EXPECT_TRUE(turns.is_old(1));
    EXPECT_FALSE(turns.is_old(2));
    turns.next(kSame + 1);
    EXPECT_TRUE(turns.is_old(2));
}

}  // namespace
}  // namespace mpimon::overlap
