// Which calls a chooser times in a job whose calls are of several sizes and communicators, by a library that sets each
// value at once.
#include "policies/chooser.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "setting_library.h"

namespace policies {

namespace {
uint64_t time_of_job;
}

// The chooser's clock is that of the job.
uint64_t now_ns() {
    return time_of_job;
}

namespace {

constexpr const char *kName = "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM";
constexpr uint64_t kLarge = 65536;

std::vector<std::string> advice;
bool has_retired;

class Job {
  public:
    Job() {
        advice.clear();
        has_retired = false;
        setting_.library.advise = [](const char *text) { advice.emplace_back(text); };
        setting_.library.retire = [] { has_retired = true; };
        chooser_->begin(&setting_.library, {"Allreduce", 1e18, 0, 64, 5, false, false});
    }
    ~Job() { delete chooser_; }
    Job(const Job &) = delete;
    Job &operator=(const Job &) = delete;

    void call(uint32_t communicator, uint64_t size, uint64_t ns) {
        if (setting_.current() != known_) {
            known_ = setting_.current();
            const mpimon_plugin_change change{kName, known_.c_str(), nullptr};
            chooser_->changed(&change);
        }
        const mpimon_plugin_collective call{"Allreduce", "",   communicator,     4, MPIMON_PLUGIN_BLOCKING, 0,
                                            size,        size, ns + calls_++ % 5};
        time_of_job += call.ns;
        chooser_->called(&call);
    }
    const std::string &value() const { return known_; }

  private:
    SettingLibrary setting_{kName, {"auto", "ring", "tree"}};
    Chooser *chooser_ = new Chooser;  // too large for the stack
    std::string known_ = "auto";
    uint64_t calls_ = 0;
};

// Calls of 8 bytes, and one of 64 KiB after each 31 of them, which takes most of the time. The mean call takes a
// thirtieth of that: held against it, all other values would be given up after a few calls.
TEST(Chooser, TimesTheCallsThatTakeMostOfTheTimeAndHoldsThemAgainstTheSameCalls) {
    const std::map<std::string, uint64_t> large = {{"auto", 200'000}, {"ring", 150'000}, {"tree", 100'000}};
    std::map<std::string, int> large_calls;
    Job job;
    for (int i = 0; i < 1000 && !has_retired; ++i) {
        for (int small = 0; small < 31; ++small)
            job.call(0, 8, 1000);
        job.call(0, kLarge, large.at(job.value()));
        large_calls[job.value()]++;
    }
    EXPECT_TRUE(has_retired);
    EXPECT_EQ(SettingLibrary::current(), "tree");
    ASSERT_EQ(advice.size(), 2U);
    EXPECT_EQ(advice[0].find("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=tree: Allreduces of about 65536 bytes take 100.00 us "
                             "instead of 200.00 us"),
              0U)
        << advice[0];
    EXPECT_GE(large_calls["ring"], 2 * (skipped_calls + timed_calls));
}

// The program gains by what is chosen, and most of its calls lose: the small ones, and those of the same size on
// another communicator.
TEST(Chooser, CallsOfOtherSizesAndCommunicatorsAreNotTimed) {
    Job job;
    for (int i = 0; i < 1000 && !has_retired; ++i) {
        const bool is_ring = job.value() == "ring";
        job.call(0, 8, is_ring ? 9000 : 1000);
        job.call(1, kLarge, is_ring ? 60'000 : 30'000);
        job.call(0, kLarge, is_ring ? 100'000 : 200'000);
    }
    EXPECT_TRUE(has_retired);
    EXPECT_EQ(SettingLibrary::current(), "ring");
}

}  // namespace
}  // namespace policies
