#include "mpimon/commands/tune/nonblocking.h"

#include <algorithm>
#include <set>

#include "mpimon/commands/tune/checked_results.h"
#include "mpimon/commands/tune/offline.h"

namespace mpimon {

namespace {

using tuning::Form;

constexpr int kAllCalls = 100;

// Blocking and nonblocking calls of neighbours have one choice, so that they are one point. `blocking`: what is tried
// in blocking calls.
bool is_of_blocking_call(const tuning::Point &point, const TunePoints &blocking) {
    return point.operation.rfind("Neighbor_", 0) == 0 && blocking.count(point) > 0;
}

// What was called, of operations that have something to choose from.
TunePoints called_of(const Profile &seen, const std::vector<tuning::Candidate> &known) {
    std::set<std::string> collectives;
    for (const tuning::Candidate &candidate : known)
        collectives.insert(candidate.collective);
    const TunePoints blocking = most_of_time(tuning::summarize_trials(seen));
    TunePoints points;
    for (const auto &[point, trials] : tuning::summarize_nonblocking_calls(seen))
        if (collectives.count(tuning::collective_of(point.operation, Form::kNonblocking)) > 0 &&
            !is_of_blocking_call(point, blocking))
            points[point] = trials;
    return most_of_calls(points);
}

std::set<std::string> operations_of(const TunePoints &points) {
    std::set<std::string> operations;
    for (const auto &[point, trials] : points)
        operations.insert(point.operation);
    return operations;
}

}  // namespace

NonblockingTried tune_nonblocking(const TuneQuestion &question, const Runs &runs, const WrittenFiles &files,
                                  const Profile &seen) {
    const std::vector<tuning::Candidate> all = tuning::candidates(files.series(), Form::kNonblocking);
    NonblockingTried tried;
    tried.points = called_of(seen, all);
    if (tried.points.empty())
        return tried;
    const std::vector<std::string> launcher = launcher_of(question.command);
    const std::vector<tuning::Candidate> known = right_ones(launcher, tried.points, runs, files, all);
    compile_own("sweep.c", runs.file("sweep"));
    const Sweep sweep(launcher, runs.file("sweep"), runs.file("nonblocking.plan"), tried.points);
    // Blocking calls take their nonblocking forms, and wait for them: so their time is that of a call and its MPI_Wait.
    const std::set<std::string> operations = operations_of(tried.points);
    const auto waited_for = [&](const tuning::Files &chosen) {
        return files.write_for_run("nonblocking", with_forms_waited_for(chosen, operations, files.series()));
    };
    tried.points =
        explore_in_rounds(sweep, runs, "nonblocking", known, waited_for(files.before()), [&](const Profile &first) {
            // Else the sweep of those says so.
            if (tuning::summarize_trials(seen).empty())
                remark_on_ranks_of(seen, first.job.world_size, question);
        });
    tried.rows = rows_of(tried.points);
    if (!keeps_any(tried.rows))
        return tried;
    const std::vector<tuning::Choosing> choices = choices_of(tried.rows);
    const tuning::Files before = only(files.before(), choices, known);
    const Variables chosen = waited_for(with_choices(files.before(), choices, known, files.series()));
    prove(tried.rows, tuning::summarize_trials(runs.profile(sweep.command(), "nonblocking-proof",
                                                            tuning::candidates_file(kBefore, before.mpir, before.ch4),
                                                            kAllCalls, chosen)));
    return tried;
}

std::map<std::string, tuning::CoveredCalls> covered_nonblocking(const NonblockingTried &tried,
                                                                const TunePoints &blocking, const Profile &seen) {
    TunePoints points = tried.points;
    for (auto &[point, trials] : tuning::summarize_nonblocking_calls(seen)) {
        if (!is_of_blocking_call(point, blocking))
            continue;
        tuning::PointTrials of_blocking = blocking.at(point);
        of_blocking.calls = trials.calls;
        points[point] = std::move(of_blocking);
    }
    return tuning::covered_calls(points, seen);
}

}  // namespace mpimon
