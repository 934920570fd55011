// Values that are tried in a job whose calls take as long as is written here, by a library that sets each at once.
#include "policies/trials.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "setting_library.h"

namespace policies {
namespace {

constexpr const char *kName = "MPIR_CVAR_BCAST_INTRA_ALGORITHM";
// A call under a value: how long it takes, and how long after the one before it ends.
struct Call {
    uint64_t ns;
    uint64_t interval;
};

// What the value is after all trials, of which the last may be tried at the thousandth call.
std::string chosen(const std::function<Call(const std::string &, int)> &call_under, double least_gain = 0.05) {
    const SettingLibrary setting(kName, {"auto", "binomial", "nb"});
    Trials trials;
    trials.add_words(&setting.library, kName);
    trials.begin(least_gain, 1000);
    uint64_t now = 0;
    int calls = 0;
    std::string known = "auto";
    while (trials.is_running() && ++calls < 1000) {
        if (setting.current() != known) {
            known = setting.current();
            const mpimon_plugin_change change{kName, known.c_str(), nullptr};
            trials.changed(&change);
            continue;
        }
        const Call call = call_under(known, calls);
        now += call.interval;
        trials.called(call.ns, now);
    }
    EXPECT_TRUE(trials.is_done());
    return setting.current();
}

TEST(Trials, TheShortestStays) {
    EXPECT_EQ(chosen([](const std::string &value, int call) {
                  const uint64_t ns = (value == "binomial" ? 600 : 1000) + static_cast<uint64_t>(call % 5);
                  return Call{ns, ns + 200};
              }),
              "binomial");
}

TEST(Trials, WhatGainsLessThanIsAskedForDoesNotStay) {
    EXPECT_EQ(chosen([](const std::string &value, int) {
                  const uint64_t ns = value == "binomial" ? 960 : 1000;
                  return Call{ns, ns};
              }),
              "auto");
}

// Calls of 500 to 1500: 60 less is less than noise.
TEST(Trials, WhatMayBeNoiseDoesNotStay) {
    EXPECT_EQ(chosen([](const std::string &value, int call) {
                  const uint64_t ns = 500 + static_cast<uint64_t>(call * 337 % 1000) - (value == "binomial" ? 60 : 0);
                  return Call{ns, ns};
              }),
              "auto");
}

// Its messages touch new memory until there is no more of it.
TEST(Trials, WhatIsSlowAtFirstStaysIfItIsTheShortestLater) {
    int calls_of_binomial = 0;
    EXPECT_EQ(chosen([&calls_of_binomial](const std::string &value, int call) {
                  const auto noise = static_cast<uint64_t>(call % 5);
                  const bool is_new = value == "binomial" && ++calls_of_binomial <= timed_calls;
                  const uint64_t ns = (is_new ? 3000 : value == "binomial" ? 600 : 1000) + noise;
                  return Call{ns, ns};
              }),
              "binomial");
}

TEST(Trials, WhatTakesManyTimesAsLongIsSoonGivenUp) {
    int calls_of_binomial = 0;
    EXPECT_EQ(chosen([&calls_of_binomial](const std::string &value, int call) {
                  const auto noise = static_cast<uint64_t>(call % 5);
                  calls_of_binomial += value == "binomial";
                  return value == "binomial" ? Call{11000 + noise, 11000 + noise} : Call{1000 + noise, 1000 + noise};
              }),
              "auto");
    EXPECT_EQ(calls_of_binomial, skipped_calls + first_calls);
}

// The root of a broadcast is soon done, and all others wait: the program takes longer.
TEST(Trials, WhatIsShortHereAndMakesOthersWaitDoesNotStay) {
    EXPECT_EQ(chosen([](const std::string &value, int call) {
                  const auto noise = static_cast<uint64_t>(call % 5);
                  return value == "nb" ? Call{100 + noise, 3000 + noise} : Call{1000 + noise, 1500 + noise};
              }),
              "auto");
}

}  // namespace
}  // namespace policies
