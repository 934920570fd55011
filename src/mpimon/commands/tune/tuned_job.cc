#include "mpimon/commands/tune/tuned_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analysis/names/text.h"
#include "analysis/tuning/selection.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/run/launch_line.h"
#include "mpimon/commands/run/which_mpi.h"
#include "mpimon/commands/shell_word.h"
#include "mpimon/commands/tune/check_file.h"
#include "mpimon/commands/tune/installation.h"
#include "mpimon/commands/tune/sweep.h"
#include "mpimon/commands/tune/tune_report.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

using Points = std::map<tuning::Point, tuning::PointTrials>;
using Variables = std::map<std::string, std::string>;

constexpr const char *kBefore = "before";

std::string why_no_profile(const std::vector<std::string> &command) {
    for (const std::string &program : parse_launch_line(command).programs)
        if (std::string remark = remark_on_program(program, own_prefix()); !remark.empty())
            return "the command left no profile: " + remark;
    return "the command left no profile: is it an MPI program, and does it run this MPICH?";
}

// Where everything is written, and the runs of the command.
class Runs {
  public:
    explicit Runs(const std::string &folder) : folder_(fs::absolute(folder)) {
        std::error_code error;
        fs::create_directories(folder_, error);
        if (error)
            throw Failure(fmt::format("{}: {}", folder, error.message()));
    }

    std::string file(const std::string &name) const { return folder_ / name; }

    // The profile of a run of `command` in which these candidates are tried; none if the text is empty.
    Profile profile(const std::vector<std::string> &command, const std::string &name, const std::string &candidates,
                    int share, Variables variables) const {
        const std::string path = file(name + ".mon");
        std::error_code error;
        fs::remove(path, error);
        variables["MPIR_CVAR_MONITORING_ENABLE"] = "2";
        variables["MPIR_CVAR_MONITORING_OUTPUT"] = "file";
        variables["MPIR_CVAR_MONITORING_FILENAME"] = pattern_of(path);
        if (!candidates.empty()) {
            write_output(candidates, file(name + ".candidates.json"));
            variables["MPIR_CVAR_MONITORING_EXPLORE"] = file(name + ".candidates.json");
            variables["MPIR_CVAR_MONITORING_EXPLORE_SHARE"] = std::to_string(share);
        }
        const ChildResult result = run_child(command, variables);
        if (!result.not_started.empty())
            throw Failure(fmt::format("{}: {}", printable(command.front()), result.not_started));
        if (result.status != 0)
            throw Failure(fmt::format("the command ended with {}; nothing was tuned", result.status));
        if (!fs::exists(path, error))
            throw Failure(why_no_profile(command));
        Profile profile = read_profile(path);
        print_diagnostics(profile, "tune", path);
        return profile;
    }

  private:
    // Percent signs of the folder are no letters of the pattern.
    static std::string pattern_of(const std::string &path) {
        std::string pattern;
        for (const char c : path)
            pattern += c == '%' ? "%%" : std::string(1, c);
        return pattern;
    }

    fs::path folder_;
};

void require_sound(const tuning::Json &file, tuning::Series series, tuning::Level level) {
    const tuning::CheckResult result = check(tuning::parse_tuning_file(tuning::file_text(file)), series, level);
    for (const tuning::Problem &problem : result.problems)
        if (problem.is_error)
            throw Failure(fmt::format("the file of level {} would not be sound: {}: {}", level_name(level),
                                      printable(problem.where), printable(problem.text)));
}

std::vector<tuning::Choosing> choices_of(const std::vector<TuneRow> &rows) {
    std::vector<tuning::Choosing> choices;
    for (const TuneRow &row : rows)
        if (row.is_kept)
            choices.push_back({row.selected.point, row.selected.chosen});
    return choices;
}

// The tuning files in the folder, and a file that names them.
class TunedFiles {
  public:
    TunedFiles(const Runs &runs, tuning::Series series)
        : runs_(runs), series_(series), before_(files_in_use()), known_(tuning::candidates(series)) {}

    const tuning::Files &before() const { return before_; }
    const std::vector<tuning::Candidate> &known() const { return known_; }

    void write(const std::vector<tuning::Choosing> &choices) const {
        const tuning::Files files = with_choices(before_, choices, known_, series_);
        require_sound(files.mpir, series_, tuning::Level::kMpir);
        require_sound(files.ch4, series_, tuning::Level::kCh4);
        write_output(tuning::file_text(files.mpir), names()[0]);
        write_output(tuning::file_text(files.ch4), names()[1]);
        std::string settings = "# For a shell, before mpiexec: . this file\n";
        for (const auto &[variable, value] : variables())
            settings += fmt::format("export {}={}\n", variable, shell_word(value));
        write_output(settings, names()[2]);
    }
    std::vector<std::string> names() const {
        return {runs_.file("mpir.json"), runs_.file("ch4.json"), runs_.file("settings.sh")};
    }
    Variables variables() const { return {{kMpirVariable, names()[0]}, {kCh4Variable, names()[1]}}; }
    void remove() const {
        std::error_code error;
        for (const std::string &name : names())
            fs::remove(name, error);
    }

  private:
    const Runs &runs_;
    tuning::Series series_;
    tuning::Files before_;
    std::vector<tuning::Candidate> known_;
};

void require_some(const Points &points) {
    if (points.empty())
        throw Failure("no blocking collective was called on an intra-communicator of several processes");
}

std::vector<TuneRow> rows_of(const Points &points) {
    require_some(points);
    std::vector<TuneRow> rows;
    for (tuning::Selected &selected : tuning::select(points)) {
        TuneRow row;
        row.is_kept = !selected.chosen.empty();
        row.selected = std::move(selected);
        rows.push_back(std::move(row));
    }
    return rows;
}

// What the second run does not prove leaves the files.
void prove(std::vector<TuneRow> &rows, const Points &points) {
    for (TuneRow &row : rows) {
        if (!row.is_kept)
            continue;
        row.proof = tuning::proof(points, row.selected.point, kBefore);
        row.is_kept = row.proof->is_proven();
    }
}

bool keeps_any(const std::vector<TuneRow> &rows) {
    return std::any_of(rows.begin(), rows.end(), [](const TuneRow &row) { return row.is_kept; });
}

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
    Points points;  // of what was tried
    tuning::Covered covered;
};

Trying explore_job(const TuneQuestion &question, const Runs &runs, const std::vector<tuning::Candidate> &known) {
    Trying trying = {question.command, question.share, {}, {}};
    const Profile tried = runs.profile(question.command, "explored", candidates_file(known), question.share, {});
    trying.points = tuning::summarize_trials(tried);
    trying.covered = tuning::covered(trying.points, tried);
    return trying;
}

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

void remark_on_ranks_of(const Profile &seen, uint32_t ranks, const TuneQuestion &question) {
    if (seen.job.world_size > 0 && seen.job.world_size != ranks)
        fmt::print(stderr, "mpimon tune: {}: it is of {}, and the command runs {}{}\n",
                   profile_argument_name(question.from), count_of(seen.job.world_size, "rank"), ranks,
                   seen.job.world_size > ranks ? ": larger communicators are not tried" : "");
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

// What the command calls, or called when the profile was made.
Profile seen_calls(const TuneQuestion &question, const Runs &runs) {
    if (question.from.empty())
        return runs.profile(question.command, "seen", "", 0, {});
    Profile seen = read_whole_profile(question.from, question.partial, "tune");
    require_sizes(seen, question);
    remark_on_program_of(seen, question);
    return seen;
}

Trying explore_offline(const TuneQuestion &question, const Runs &runs, const std::vector<tuning::Candidate> &known) {
    const Profile seen = seen_calls(question, runs);
    const Points called = tuning::summarize_trials(seen);
    require_some(called);
    const Sweep sweep(question.command, runs.file("sweep"), called);
    Trying trying = {sweep.command(), 100, {}, {}};
    std::map<std::string, std::vector<tuning::Spot>> spots;
    trying.points = sweep.points();
    for (int round = 0; round < Sweep::kRounds; ++round) {
        sweep.write_plan(trying.points, round);
        const std::string name = fmt::format("sweep-{}", round + 1);
        const std::string file = round == 0 ? candidates_file(known) : candidates_file(known, spots);
        const Profile tried = runs.profile(trying.command, name, file, trying.share, {});
        if (round == 0)
            remark_on_ranks_of(seen, tried.job.world_size, question);
        Sweep::add(trying.points, tuning::summarize_trials(tried));
        spots = Sweep::survivors(trying.points, known);
    }
    sweep.write_plan(trying.points, Sweep::kRounds);
    trying.covered = tuning::covered(trying.points, seen);
    return trying;
}

}  // namespace

void tune_job(const TuneQuestion &question, const TuneOutput &output) {
    const std::string remark = remark_on_launcher(parse_launch_line(question.command).launcher);
    if (!remark.empty())
        throw Failure(remark);
    const tuning::Series series = series_of_installation(output.mpich);
    const Runs runs(output.path.empty() ? "mpimon-tuned" : output.path);
    const TunedFiles files(runs, series);
    const Trying trying =
        question.offline ? explore_offline(question, runs, files.known()) : explore_job(question, runs, files.known());
    std::vector<TuneRow> rows = rows_of(trying.points);
    if (keeps_any(rows)) {
        const std::vector<tuning::Choosing> choices = choices_of(rows);
        files.write(choices);
        const tuning::Files before = only(files.before(), choices, files.known());
        prove(rows, tuning::summarize_trials(runs.profile(trying.command, "proof",
                                                          tuning::candidates_file(kBefore, before.mpir, before.ch4),
                                                          trying.share, files.variables())));
        files.write(choices_of(rows));
    }
    if (!keeps_any(rows))
        files.remove();
    report(output, {rows, trying.covered, keeps_any(rows) ? files.names() : std::vector<std::string>()});
    if (!keeps_any(rows))
        throw NothingRecommended("no choice takes less time than MPICH's own beyond the noise");
}

}  // namespace mpimon
