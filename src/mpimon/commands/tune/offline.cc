#include "mpimon/commands/tune/offline.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analysis/names/text.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/run/launch_line.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

constexpr int kAllCalls = 100;  // percent: the program calls nothing but what is to be timed

// Algorithms are the machine's and the processes', so what another program called may be tried; but whoever took the
// wrong file must see it.
void remark_on_program_of(const Profile &seen, const TuneQuestion &question) {
    const std::string was = fs::path(seen.job.executable).filename();
    if (was.empty())
        return;
    for (const std::string &program : parse_launch_line(question.command).programs)
        if (const std::string is = fs::path(program).filename(); is != was)
            fmt::print(stderr, "mpimon tune: {}: it is of {}, and the command starts {}\n",
                       profile_argument_name(question.from), printable(was), printable(is));
}

// Calls of collectives were counted before their sizes and times were.
void require_sizes(const Profile &seen, const TuneQuestion &question) {
    const bool has_calls =
        std::any_of(seen.collectives.begin(), seen.collectives.end(),
                    [](const Collective &collective) { return collective.role == MPIMON_ROLE_CALL; });
    if (has_calls && seen.collective_sizes.empty())
        throw Failure(
            fmt::format("{}: it is of an earlier version, which does not tell the sizes of collective calls; "
                        "make it anew",
                        profile_argument_name(question.from)));
}

}  // namespace

void remark_on_ranks_of(const Profile &seen, uint32_t ranks, const TuneQuestion &question) {
    if (seen.job.world_size > 0 && seen.job.world_size != ranks)
        fmt::print(stderr, "mpimon tune: {}: it is of {}, and the command runs {}{}\n",
                   profile_argument_name(question.from), count_of(seen.job.world_size, "rank"), ranks,
                   seen.job.world_size > ranks ? ": larger communicators are not tried" : "");
}

Profile seen_calls(const TuneQuestion &question, const Runs &runs) {
    if (question.from.empty())
        return runs.profile(question.command, "seen", "", 0, {});
    Profile seen = read_whole_profile(question.from, question.partial, "tune");
    require_sizes(seen, question);
    remark_on_program_of(seen, question);
    return seen;
}

TunePoints explore_in_rounds(const Sweep &sweep, const Runs &runs, const std::string &name,
                             const std::vector<tuning::Candidate> &known, const Variables &variables,
                             const std::function<void(const Profile &)> &after_first) {
    TunePoints points = sweep.points();
    std::map<std::string, std::vector<tuning::Spot>> spots;
    for (int round = 0; round < Sweep::kRounds; ++round) {
        sweep.write_plan(points, round);
        const std::string file = round == 0 ? candidates_file(known) : candidates_file(known, spots);
        const Profile tried =
            runs.profile(sweep.command(), fmt::format("{}-{}", name, round + 1), file, kAllCalls, variables);
        if (round == 0)
            after_first(tried);
        Sweep::add(points, tuning::summarize_trials(tried));
        spots = Sweep::survivors(points, known);
    }
    sweep.write_plan(points, Sweep::kRounds);
    return points;
}

}  // namespace mpimon
