// mpimon recover: a profile of what a job left that ended badly.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/recover/orphaned_segments.h"
#include "mpimon/recover/recovered_profile.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

struct Options {
    std::string folder;
    std::string output;
    bool running = false;
    bool clean = false;
    bool json = false;
    uint32_t wait = 60;
};

// What became of a job's segments.
enum class Fate {
    kRecovered,  // they are in the profile `file`
    kWritten,    // MPI_Finalize had written the output
    kRunning,    // left alone
    kFailed
};

struct Outcome {
    const OrphanedJob *job;
    Fate fate;
    std::string file;
    std::vector<std::string> diagnostics;
    std::vector<std::string> left_out;  // paths of segments that are not in the profile
    std::vector<uint32_t> kept;         // ranks that were in the profile before, and are there still

    bool has_profile() const { return fate == Fate::kRecovered || fate == Fate::kWritten; }
};

Fate fate_of(const OrphanedJob &job, const Options &options) {
    if (!job.contradiction.empty())
        return Fate::kFailed;
    if (job.runs() && !options.running)
        return Fate::kRunning;
    return job.is_written() ? Fate::kWritten : Fate::kRecovered;
}

std::string memory_text(const OrphanedSegment &segment) {
    return fmt::format("rank {}: its file could not grow ({}); {} of its counters were in memory and are gone",
                       segment.header.world_rank, std::strerror(segment.header.file_error),
                       human_bytes(static_cast<double>(segment.missing_bytes)));
}

// Makes the profile, unless there is no need; what goes wrong becomes a diagnostic.
Outcome recover(const OrphanedJob &job, const Options &options) {
    Outcome outcome{&job, fate_of(job, options), {}, {}, {}, {}};
    if (!job.contradiction.empty())
        outcome.diagnostics.push_back(job.contradiction);
    if (outcome.fate != Fate::kRecovered)
        return outcome;
    outcome.file = options.output.empty() ? recovered_name(job) : options.output;
    for (const OrphanedSegment &segment : job.segments)
        if (segment.missing_bytes > 0)
            outcome.diagnostics.push_back(memory_text(segment));
    try {
        RecoveredProfile profile = write_recovered(job, outcome.file, std::chrono::seconds(options.wait));
        outcome.kept = std::move(profile.kept);
        for (const Unreadable &segment : profile.left_out) {
            outcome.diagnostics.push_back(segment.why);
            outcome.left_out.push_back(segment.path);
        }
    } catch (const Failure &failure) {
        outcome.fate = Fate::kFailed;
        outcome.diagnostics.emplace_back(failure.what());
    }
    return outcome;
}

std::vector<Outcome> recover_all(const OrphanedSegments &left, const Options &options) {
    size_t wanted = 0;
    for (const OrphanedJob &job : left.jobs)
        wanted += fate_of(job, options) == Fate::kRecovered ? 1 : 0;
    if (!options.output.empty() && wanted == 0 && !options.clean)
        throw Failure(
            fmt::format("{}: no job to recover; without -o, mpimon recover says what is there", options.folder));
    if (!options.output.empty() && wanted > 1)
        throw Failure(fmt::format("{}: {} jobs to recover, and -o names one file; without it each job gets its own",
                                  options.folder, wanted));
    std::vector<Outcome> outcomes;
    for (const OrphanedJob &job : left.jobs)
        outcomes.push_back(recover(job, options));
    return outcomes;
}

// Returns how many files were removed: none if another mpimon was faster.
size_t remove_file(const std::string &path) {
    if (unlink(path.c_str()) == 0)
        return 1;
    if (errno != ENOENT)
        throw Failure(fmt::format("{}: cannot be removed: {}", path, std::strerror(errno)));
    return 0;
}

// Removes what is in a profile, and files that never held anything; never that of a process that may still run. What
// could not be read stays, for whoever wants to look at it.
size_t clean(const OrphanedSegments &left, const std::vector<Outcome> &outcomes) {
    size_t removed = 0;
    for (const std::string &path : left.empty_files)
        removed += remove_file(path);
    for (const Outcome &outcome : outcomes) {
        if (!outcome.has_profile() || outcome.job->runs())
            continue;
        for (const OrphanedSegment &segment : outcome.job->segments) {
            const auto &kept = outcome.left_out;
            if (segment.life == Life::kEnded && std::find(kept.begin(), kept.end(), segment.path) == kept.end())
                removed += remove_file(segment.path);
        }
    }
    return removed;
}

std::vector<RankRange> complete_ranks(const OrphanedJob &job) {
    return job.ranks([](const OrphanedSegment &segment) { return segment.is_complete(); });
}

std::vector<RankRange> ended_ranks(const OrphanedJob &job) {
    return job.ranks([](const OrphanedSegment &segment) { return !segment.is_complete() && !segment.runs(); });
}

std::vector<RankRange> running_ranks(const OrphanedJob &job) {
    return job.ranks([](const OrphanedSegment &segment) { return !segment.is_complete() && segment.runs(); });
}

std::vector<RankRange> kept_ranks(const Outcome &outcome) {
    std::vector<RankRange> ranges;
    for (const uint32_t rank : outcome.kept)
        add_rank(ranges, rank);
    return ranges;
}

// "3: ranks 0-1, 5"
std::string rank_text(const std::vector<RankRange> &ranges) {
    uint64_t count = 0;
    std::string list;
    for (const auto &[first, last] : ranges) {
        count += uint64_t{last} - first + 1;
        list += list.empty() ? "" : ", ";
        list += first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
    }
    return fmt::format("{}: {} {}", count, count == 1 ? "rank" : "ranks", list);
}

std::string fate_text(const Outcome &outcome) {
    switch (outcome.fate) {
        case Fate::kRecovered:
            return "profile: " + outcome.file;
        case Fate::kWritten:
            return "nothing to do: MPI_Finalize has written its output";
        case Fate::kRunning:
            return "left alone, since it runs; --running takes what it has counted so far";
        case Fate::kFailed:
            break;
    }
    return "no profile";
}

std::string outcome_text(const Outcome &outcome, const Style &style) {
    const OrphanedJob &job = *outcome.job;
    std::string text = style.bold(job.title()) + "\n";
    const auto line = [&](const char *label, const std::vector<RankRange> &ranges) {
        if (!ranges.empty())
            text += fmt::format("  {:27} {}\n", label, rank_text(ranges));
    };
    line("complete", complete_ranks(job));
    line("ended without MPI_Finalize", ended_ranks(job));
    line("running", running_ranks(job));
    line("in the profile already", kept_ranks(outcome));
    line("missing", job.missing_ranks(outcome.kept));
    return text + "  " + fate_text(outcome) + "\n";
}

std::string fate_name(Fate fate) {
    switch (fate) {
        case Fate::kRecovered:
            return "recovered";
        case Fate::kWritten:
            return "written";
        case Fate::kRunning:
            return "running";
        case Fate::kFailed:
            break;
    }
    return "failed";
}

Json outcome_json(const Outcome &outcome) {
    const OrphanedJob &job = *outcome.job;
    const mpimon_header &header = job.header();
    return {{"key", fmt::format("{:016x}", header.job_key)},
            {"executable", header_text(header.executable)},
            {"job_id", header_text(header.job_id)},
            {"user", header_text(header.user)},
            {"spawned", header.spawned != 0},
            {"start_time_ns", header.start_time_ns},
            {"world_size", header.world_size},
            {"state", fate_name(outcome.fate)},
            {"profile", outcome.file.empty() ? Json() : Json(outcome.file)},
            {"complete", complete_ranks(job)},
            {"ended", ended_ranks(job)},
            {"running", running_ranks(job)},
            {"kept", kept_ranks(outcome)},
            {"missing", job.missing_ranks(outcome.kept)},
            {"diagnostics", outcome.diagnostics}};
}

void show(const OrphanedSegments &left, const std::vector<Outcome> &outcomes, size_t removed, const Options &options) {
    if (options.json) {
        Json jobs = Json::array();
        for (const Outcome &outcome : outcomes)
            jobs.push_back(outcome_json(outcome));
        write_output(json_text({{"jobs", jobs}, {"empty", left.empty_files.size()}, {"removed", removed}}));
        return;
    }
    const Style style = Style::for_output();
    std::string text;
    for (const Outcome &outcome : outcomes)
        text += outcome_text(outcome, style);
    if (options.clean)
        text += fmt::format("{} {} removed\n", removed, removed == 1 ? "segment" : "segments");
    else if (!left.empty_files.empty())
        text += fmt::format("segments without any count: {}; --clean removes them\n", left.empty_files.size());
    write_text(text, style);
}

// Everything that went wrong, a line each; the last one by the Failure that it throws, if there is a job without
// profile.
void say_diagnostics(const OrphanedSegments &left, const std::vector<Outcome> &outcomes) {
    std::vector<std::string> lines = left.complaints;
    bool failed = outcomes.empty() && !lines.empty();
    for (const Outcome &outcome : outcomes) {
        lines.insert(lines.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
        failed = failed || outcome.fate == Fate::kFailed;
    }
    const std::string last = failed ? lines.back() : "";
    if (failed)
        lines.pop_back();
    for (const std::string &line : lines)
        fmt::print(stderr, "mpimon recover: {}\n", line);
    if (failed)
        throw Failure(last);
}

void run(const Options &options) {
    const OrphanedSegments left = find_orphaned_segments(options.folder);
    if (left.empty() && !options.clean)
        throw Failure(
            fmt::format("{}: no segments; processes that ran with MPIR_CVAR_MONITORING_SEGMENT_DIR={} leave some if "
                        "they are killed",
                        options.folder, options.folder));
    const std::vector<Outcome> outcomes = recover_all(left, options);
    const size_t removed = options.clean ? clean(left, outcomes) : 0;
    show(left, outcomes, removed, options);
    say_diagnostics(left, outcomes);
}

}  // namespace

void add_recover(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("recover", "Make a profile of what the processes of a job left that did not end well");
    command->add_option("DIR", options->folder, "The folder that was MPIR_CVAR_MONITORING_SEGMENT_DIR")->required();
    command->add_option("-o,--output", options->output, "Write to this file, if there is one job to recover")
        ->option_text("OUT");
    command->add_flag("--running", options->running, "Also of jobs that still run: what they have counted so far");
    command->add_flag("--clean", options->clean, "Then remove the segments that are in a profile");
    command
        ->add_option("--wait", options->wait, "Seconds to wait for another mpimon that writes the profile (default 60)")
        ->check(CLI::Range(0, 86400))
        ->option_text("N");
    command->add_flag("--json", options->json, "For programs: what was found, and what became of it");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
