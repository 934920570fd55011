// The subcommands of mpimon that read a profile, on any file: each shows it, or says in one line what is wrong.
#include "mpimon_runs.h"
#include "profile_mutator.h"

namespace {

// The arguments of each run, but for the file.
const std::vector<std::vector<std::string>> kCommands = {
    {"report"},
    {"report", "--json", "--class", "p2p,rma"},
    {"report", "--all", "--sort", "messages", "--width", "60"},
    {"report", "--by", "function"},
    {"report", "--by", "region", "--json"},
    {"report", "--by", "communicator"},
    {"report", "--by", "algorithm", "--all", "--sort", "time"},
    {"report", "--by", "path"},
    {"report", "--by", "overlap"},
    {"report", "--by", "overlap", "--json"},
    {"report", "--pair", "0,1"},
    {"report", "--pair", "1,1", "--json"},
    {"advise", "--prefix", PREFIX, "--all"},
    {"advise", "--prefix", PREFIX, "--json"},
    {"report", "--timeline"},
    {"report", "--timeline", "--json"},
    {"matrix", "--messages", "--self"},
    {"matrix", "--fold", "node"},
    {"matrix", "--fold", "3", "--svg", "/dev/null"},
    {"export", "--json"},
    {"export", "--csv", "--foreign"},
    {"matrix", "--by", "package"},
    {"export", "--csv", "--places"},
    {"export", "--csv", "--timeline"},
    {"export", "--csv", "--ranks"},
    {"export", "--csv", "--communicators"},
    {"export", "--csv", "--files"},
    {"export", "--csv", "--waiting"},
    {"export", "--csv", "--waits"},
    {"export", "--csv", "--collective-sizes"},
    {"export", "--matrix-market", "--self"},
    {"export", "--columns"},
    {"export", "--perfetto"},
    {"export", "--openmetrics"},
    {"export", "--caliper"},
    {"html", "--prefix", PREFIX},
    {"jobs"},
    {"jobs", "--openmetrics"},
    {"jobs", "--csv", "--node", "n*"},
};

// Places for a few ranks, of which all orders are tried: more take too long. Exit code 2 says that there are more.
const std::vector<std::vector<std::string>> kPlacements = {
    {"place", "--topology", "node:2 core:3", "--json", "--partial"},
    {"place", "--topology", "node:2 core:3", "--by", "time", "--collectives", "asked", "--format", "text"},
};
constexpr int kTooManyRanks = 2;

// Of two profiles, one of which lacks what its end had. Exit code 2 says that one cannot be compared.
constexpr int kNotCompared = 2;
const std::vector<std::vector<std::string>> kComparisons = {
    {"diff", "--partial", "--all"},
    {"diff", "--partial", "--json", "--by", "host", "--threshold", "1"},
    {"html", "--prefix", PREFIX},
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const mpimon::test::MemoryFile kProfile;
    kProfile.set(data, size);
    for (std::vector<std::string> command : kCommands) {
        command.push_back(kProfile.path());
        mpimon::test::run_mpimon(command);
    }
    for (std::vector<std::string> command : kPlacements) {
        command.push_back(kProfile.path());
        mpimon::test::run_mpimon(command, kTooManyRanks);
    }
    static const mpimon::test::MemoryFile kShorter;
    kShorter.set(data, size - size / 3);
    for (std::vector<std::string> command : kComparisons) {
        command.push_back(kProfile.path());
        command.push_back(kShorter.path());
        mpimon::test::run_mpimon(command, kNotCompared);
    }
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    return mpimon::test::mutate_profile(data, size, room, seed);
}
