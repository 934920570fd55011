#include "mpimon/commands/tune/tuned_job.h"

#include <algorithm>
#include <utility>

#include "mpimon/commands/run/launch_line.h"
#include "mpimon/commands/run/which_mpi.h"
#include "mpimon/commands/tune/check/installation.h"
#include "mpimon/commands/tune/nonblocking.h"
#include "mpimon/commands/tune/offline.h"
#include "mpimon/commands/tune/tried.h"
#include "mpimon/commands/tune/written_files.h"
#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

using Candidates = std::vector<tuning::Candidate>;

constexpr int kAllCalls = 100;

void report(const TuneOutput &output, const TuneAnswer &answer) {
    if (output.json) {
        write_output(tune_json(answer));
        return;
    }
    const Style style = Style::for_output();
    write_text(tune_text(answer, output.top, style), style);
}

// The command of the runs, and how much of it is tried.
struct Trying {
    std::vector<std::string> command;
    int share = 5;
    Variables variables;  // of its runs
    TunePoints points;    // of what was tried
    tuning::Covered covered;
};

Trying explore_job(const TuneQuestion &question, const Runs &runs, const Candidates &known) {
    Trying trying = {question.command, question.share, {}, {}, {}};
    const Profile tried = runs.profile(question.command, "explored", candidates_file(known), question.share, {});
    trying.points = tuning::summarize_trials(tried);
    trying.covered = tuning::covered(trying.points, tried);
    return trying;
}

// `variables` name the files by which the job's other calls go already.
Trying explore_offline(const TuneQuestion &question, const Runs &runs, const Candidates &known, const Profile &seen,
                       const Variables &variables) {
    const TunePoints points = most_of_time(tuning::summarize_trials(seen));
    Trying trying = {{}, kAllCalls, variables, points, {}};
    if (!points.empty()) {
        const std::string program = runs.file("sweep");
        compile_own("sweep.c", program);
        const Sweep sweep(launcher_of(question.command), program, runs.file("sweep.plan"), points);
        trying.command = sweep.command();
        trying.points = explore_in_rounds(sweep, runs, "sweep", known, variables, [&](const Profile &tried) {
            remark_on_ranks_of(seen, tried.job.world_size, question);
        });
    }
    trying.covered = tuning::covered(trying.points, seen);
    return trying;
}

void require_some(bool any, const char *which) {
    if (!any)
        throw Failure(std::string("no ") + which +
                      "collective was called on an intra-communicator of several processes");
}

// Chooses of what was tried, and proves it by a second run.
std::vector<TuneRow> tuned_rows(const Trying &trying, const Runs &runs, const WrittenFiles &files,
                                const Candidates &known) {
    std::vector<TuneRow> rows = rows_of(trying.points);
    if (!keeps_any(rows))
        return rows;
    const std::vector<tuning::Choosing> choices = choices_of(rows);
    files.write(choices, known);
    const tuning::Files before = only(files.before(), choices, known);
    prove(rows, tuning::summarize_trials(runs.profile(trying.command, "proof",
                                                      tuning::candidates_file(kBefore, before.mpir, before.ch4),
                                                      trying.share, files.variables())));
    return rows;
}

TuneAnswer tune_in_run(const TuneQuestion &question, const Runs &runs, const WrittenFiles &files) {
    const Candidates known = tuning::candidates(files.series());
    const Trying trying = explore_job(question, runs, known);
    require_some(!trying.points.empty(), "blocking ");
    TuneAnswer answer;
    answer.rows = tuned_rows(trying, runs, files, known);
    answer.covered = trying.covered;
    files.write(choices_of(answer.rows), known);
    return answer;
}

// Nonblocking forms come first: blocking calls that take such a form are tried with what was chosen for it.
TuneAnswer tune_offline(const TuneQuestion &question, const Runs &runs, WrittenFiles &files) {
    const Candidates known = tuning::candidates(files.series());
    const Profile seen = seen_calls(question, runs);
    const TunePoints blocking = tuning::summarize_trials(seen);
    require_some(!blocking.empty() || !tuning::summarize_nonblocking_calls(seen).empty(), "");
    TuneAnswer answer;
    const NonblockingTried nonblocking = tune_nonblocking(question, runs, files, seen);
    answer.nonblocking = nonblocking.rows;
    Variables variables;
    if (keeps_any(answer.nonblocking)) {
        files.keep(choices_of(answer.nonblocking), tuning::candidates(files.series(), tuning::Form::kNonblocking));
        files.write({}, known);
        variables = files.variables();
    }
    const Trying trying = explore_offline(question, runs, known, seen, variables);
    answer.rows = tuned_rows(trying, runs, files, known);
    answer.covered = trying.covered;
    answer.covered_calls = covered_nonblocking(nonblocking, trying.points, seen);
    files.write(choices_of(answer.rows), known);
    return answer;
}

// Files that a shell's variables may name already are not left with what is not proven.
TuneAnswer tuned_or_as_before(const TuneQuestion &question, const Runs &runs, WrittenFiles &files) {
    try {
        return question.offline ? tune_offline(question, runs, files) : tune_in_run(question, runs, files);
    } catch (...) {
        files.restore();
        throw;
    }
}

}  // namespace

void tune_job(const TuneQuestion &question, const TuneOutput &output) {
    const std::string remark = remark_on_launcher(parse_launch_line(question.command).launcher);
    if (!remark.empty())
        throw Failure(remark);
    const tuning::Series series = series_of_installation(output.mpich);
    const Runs runs(output.path.empty() ? "mpimon-tuned" : output.path);
    WrittenFiles files(runs, series);
    TuneAnswer answer = tuned_or_as_before(question, runs, files);
    const bool keeps = keeps_any(answer.rows) || keeps_any(answer.nonblocking);
    if (keeps)
        answer.files = files.names();
    else
        files.withdraw();
    report(output, answer);
    if (!keeps)
        throw NothingRecommended("no choice takes less time than MPICH's own beyond the noise");
}

}  // namespace mpimon
