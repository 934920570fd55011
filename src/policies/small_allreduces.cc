// Where small Allreduces dominate: tries MPICH's other algorithms for them in the running job, and keeps what gains.
//
// Rank 0 decides, by the times of its own calls. It times those of one communicator and one range of sizes, which took
// most of the time until then. Arguments: see docs/plugins.md.
#include <mpich_monitoring_plugin.h>
#include <time.h>

#include <cstdio>
#include <cstring>

#include "arguments.h"
#include "trials.h"

namespace {

using policies::Trials;

constexpr int kSizes = 65;  // by their bits
constexpr int kCommunicators = 8;

struct Policy {
    const mpimon_plugin_library *library;
    std::uint64_t begun_ns;
    double share;         // of the time, in percent, which small Allreduces must take
    std::uint64_t small;  // bytes
    std::uint64_t calls;  // that must have been seen
    bool only_advice;
    bool is_judged;
    std::uint64_t small_calls;
    std::uint64_t small_ns;
    std::uint64_t all_ns;  // of blocking collective calls
    std::uint64_t ns[kCommunicators][kSizes];
    std::uint32_t communicator;  // of the calls that are timed
    int size;
    double dominance;  // part of the time
    Trials trials;
};

Policy policy;

std::uint64_t now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U + static_cast<std::uint64_t>(now.tv_nsec);
}

int size_class(std::uint64_t bytes) {
    return bytes == 0 ? 0 : 64 - __builtin_clzll(bytes);
}

int init(const mpimon_plugin_library *library, const char *arguments, void **) {
    policy = Policy{};
    policy.library = library;
    policy.begun_ns = now_ns();
    policy.share = policies::number_argument(arguments, "share", 20);
    policy.small = static_cast<std::uint64_t>(policies::number_argument(arguments, "small", 4096));
    policy.calls = static_cast<std::uint64_t>(policies::number_argument(arguments, "calls", 500));
    policy.only_advice = policies::has_word(arguments, "only-advice");
    if (library->rank != 0)
        library->retire();
    return 0;
}

// The calls that took most of the time.
void choose_calls() {
    std::uint64_t most = 0;
    for (std::uint32_t communicator = 0; communicator < kCommunicators; ++communicator)
        for (int size = 0; size < kSizes; ++size)
            if (policy.ns[communicator][size] > most) {
                most = policy.ns[communicator][size];
                policy.communicator = communicator;
                policy.size = size;
            }
}

void begin_trials() {
    choose_calls();
    policy.trials.add_numbers(policy.library, "MPIR_CVAR_ALLREDUCE_COMPOSITION", 3);
    policy.trials.add_words(policy.library, "MPIR_CVAR_ALLREDUCE_POSIX_INTRA_ALGORITHM");
    policy.trials.add_words(policy.library, "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM");
    if (policy.trials.is_empty())
        policy.library->retire();
    else
        policy.trials.begin();
}

// Looked for every 64 calls, since that takes the time of day.
bool do_dominate() {
    if (policy.small_calls < policy.calls || policy.small_calls % 64 != 0)
        return false;
    const auto passed = static_cast<double>(now_ns() - policy.begun_ns);
    policy.dominance = static_cast<double>(policy.small_ns) / passed;
    return 2 * policy.small_ns >= policy.all_ns && policy.dominance * 100 >= policy.share;
}

void advise_gain() {
    char text[512];
    const policies::Candidate &best = policy.trials.best();
    const auto before = static_cast<double>(policy.trials.before().median_ns);
    const auto after = static_cast<double>(best.median_ns);
    std::snprintf(
        text, sizeof text,
        "%s=%s: Allreduces of %s%llu bytes take %.1f us instead of %.1f us (medians of %d calls of rank 0), %.0f %% "
        "less; before, they took %.0f %% of the time%s",
        policy.trials.name_of(best), best.value, policy.size > 1 ? "about " : "",
        policy.size > 0 ? 1ULL << (policy.size - 1) : 0ULL, after / 1e3, before / 1e3, policies::timed_calls,
        100 * (1 - after / before), 100 * policy.dominance, policy.only_advice ? "; not kept, as wished" : "");
    policy.library->advise(text);
}

// All that was tried is in the profile, and so is why nothing was kept.
void finish() {
    char tried[400];
    char text[512];
    policy.trials.describe(tried, sizeof tried);
    std::snprintf(text, sizeof text, "%s: %s",
                  policy.trials.is_gain() ? "tried" : "nothing gains 5 %, so all is as it was", tried);
    if (policy.trials.is_gain())
        advise_gain();
    policy.library->advise(text);
    policy.is_judged = true;
    if (policy.only_advice && policy.trials.is_gain())
        policy.trials.undo();
}

void go_on() {
    if (policy.trials.is_done() && !policy.is_judged)
        finish();
    if (policy.trials.is_done())
        policy.library->retire();
}

void collective_finished(void *, const mpimon_plugin_collective *call) {
    if (policy.library->rank != 0 || policy.is_judged || call->mode != MPIMON_PLUGIN_BLOCKING)
        return;
    policy.all_ns += call->ns;
    if (std::strcmp(call->operation, "Allreduce") != 0 || call->size > policy.small || call->members < 2)
        return;
    const int size = size_class(call->size);
    if (policy.trials.is_running()) {
        if (call->communicator == policy.communicator && size == policy.size)
            policy.trials.called(call->ns);
        go_on();
        return;
    }
    policy.small_calls++;
    policy.small_ns += call->ns;
    if (call->communicator < kCommunicators)
        policy.ns[call->communicator][size] += call->ns;
    if (do_dominate())
        begin_trials();
}

void changed(void *, const mpimon_plugin_change *change) {
    if (policy.library->rank != 0)
        return;
    policy.trials.changed(change);
    go_on();
}

}  // namespace

const mpimon_plugin mpich_monitoring_plugin = {
    MPIMON_PLUGIN_ABI,
    MPIMON_PLUGIN_SETS_ALL,
    "small-allreduces",
    "1.0",
    init,
    nullptr,
    nullptr,
    nullptr,
    collective_finished,
    nullptr,
    nullptr,
    changed,
    nullptr,
};
