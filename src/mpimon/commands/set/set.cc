// mpimon set: changes a control variable of a job that runs on this node.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/commands/set/change_request.h"
#include "mpimon/commands/set/rank_list.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/recover/running_job.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

struct Options {
    std::string job;
    std::vector<std::string> assignments;
    std::string folder;
    std::string ranks;
    double timeout = 10;
    bool json = false;
};

struct Assignment {
    std::string name;
    std::string value;
};

Assignment read_assignment(const std::string &text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw WrongArgument(fmt::format("{}: not of the form NAME=VALUE", text));
    Assignment assignment = {text.substr(0, equals), text.substr(equals + 1)};
    if (assignment.name.size() >= MPIMON_NAME || assignment.value.size() >= MPIMON_TEXT)
        throw WrongArgument(
            fmt::format("a name has less than {} bytes, and a value less than {}", int{MPIMON_NAME}, int{MPIMON_TEXT}));
    return assignment;
}

std::string_view answer_name(mpimon_answer answer) {
    switch (answer) {
        case MPIMON_ANSWER_CHANGED:
            return "changed";
        case MPIMON_ANSWER_AGREED:
            return "agreed";
        case MPIMON_ANSWER_REFUSED:
            return "refused";
        default:
            return "silent";
    }
}

// What came of one assignment.
struct Outcome {
    Assignment assignment;
    std::vector<RankAnswer> answers;
};

Json outcome_json(const Outcome &outcome) {
    Json json = {{"name", outcome.assignment.name}, {"value", outcome.assignment.value}, {"ranks", Json::array()}};
    for (const RankAnswer &answer : outcome.answers) {
        Json row = {{"rank", answer.rank}, {"answer", answer_name(answer.answer)}};
        if (answer.collective > 0)
            row["collective"] = answer.collective;
        if (!answer.reason.empty())
            row["reason"] = answer.reason;
        json["ranks"].push_back(std::move(row));
    }
    return json;
}

bool is_success(const RankAnswer &answer) {
    return answer.answer == MPIMON_ANSWER_CHANGED || (answer.answer == MPIMON_ANSWER_AGREED && answer.collective > 0);
}

std::string ranks_text(const std::vector<uint32_t> &ranks) {
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", ranks_label(ranks));
}

// Ranks that have answered alike.
struct AnswerGroup {
    RankAnswer answer;
    std::vector<uint32_t> ranks;
};

std::vector<AnswerGroup> groups_of(const std::vector<RankAnswer> &answers) {
    std::vector<AnswerGroup> groups;
    for (const RankAnswer &answer : answers) {
        auto group = groups.begin();
        while (group != groups.end() &&
               (group->answer.answer != answer.answer || group->answer.reason != answer.reason))
            ++group;
        if (group == groups.end())
            group = groups.insert(group, {answer, {}});
        group->ranks.push_back(answer.rank);
    }
    return groups;
}

std::string success_text(const AnswerGroup &group) {
    const RankAnswer &answer = group.answer;
    if (answer.collective == 0)
        return fmt::format("changed at once in {}", ranks_text(group.ranks));
    return fmt::format("{} in {} from collective call {} over MPI_COMM_WORLD on{}",
                       answer.answer == MPIMON_ANSWER_CHANGED ? "changed" : "changes", ranks_text(group.ranks),
                       with_commas(answer.collective),
                       answer.answer == MPIMON_ANSWER_CHANGED ? "" : ", which was not made yet");
}

// `any`: others have changed it.
std::string failure_text(const AnswerGroup &group, bool all, bool any) {
    if (group.answer.answer == MPIMON_ANSWER_REFUSED)
        return fmt::format("refused{}: {}", all ? "" : " by " + ranks_text(group.ranks),
                           printable(group.answer.reason));
    return fmt::format(
        "no answer in time from {}, {} nothing is changed; ranks look in collective calls, and where MPICH makes "
        "progress",
        ranks_text(group.ranks), any ? "where" : "so");
}

// What ranks have changed, or will, on standard output; what they have not on standard error.
void show(const Outcome &outcome) {
    const std::vector<AnswerGroup> groups = groups_of(outcome.answers);
    const std::string what = printable(outcome.assignment.name) + "=" + printable(outcome.assignment.value);
    const bool any = std::any_of(outcome.answers.begin(), outcome.answers.end(), is_success);
    std::string failure;
    for (const AnswerGroup &group : groups) {
        const bool in_vain = group.answer.answer == MPIMON_ANSWER_AGREED;  // unless it is a success
        if (is_success(group.answer))
            fmt::print("{}: {}\n", what, success_text(group));
        else if (!in_vain && (failure.empty() || group.answer.answer == MPIMON_ANSWER_REFUSED))
            failure = failure_text(group, groups.size() == 1, any);
    }
    std::fflush(stdout);
    if (!failure.empty())
        fmt::print(stderr, "mpimon set: {}: {}\n", what, failure);
}

void run(const Options &options) {
    std::vector<Assignment> assignments;
    for (const std::string &text : options.assignments)
        assignments.push_back(read_assignment(text));
    const std::vector<uint32_t> ranks = read_ranks(options.ranks);
    const OrphanedJob job = find_running_job(options.folder, options.job, "a longer part of its title");
    ChangeRequest request(
        job, ranks,
        std::chrono::duration_cast<ChangeRequest::Clock::duration>(std::chrono::duration<double>(options.timeout)));
    Json json = {{"job", printable(job.title())}, {"changes", Json::array()}};
    bool all = true;
    for (const Assignment &assignment : assignments) {
        const Outcome outcome = {assignment, request.ask(assignment.name, assignment.value)};
        all = all && std::all_of(outcome.answers.begin(), outcome.answers.end(), is_success);
        if (options.json)
            json["changes"].push_back(outcome_json(outcome));
        else
            show(outcome);
    }
    if (options.json)
        write_output(json_text(json));
    if (!all)
        throw CLI::RuntimeError(EXIT_FAILURE);
}

}  // namespace

void add_set(CLI::App &app) {
    const auto options = std::make_shared<Options>();
    options->folder = default_segment_folder();
    CLI::App *command = app.add_subcommand("set", "Change a control variable of a job that runs on this node");
    command->add_option("JOB", options->job, "A part of the job's title, such as its number or its program")
        ->required()
        ->option_text(" ");
    command
        ->add_option("CHANGE", options->assignments,
                     "NAME=VALUE: the variable, and the value that it is to have; several come one after the other")
        ->required()
        ->option_text(" ");
    command->add_option("--rank", options->ranks, "Only these ranks, such as 0,4-7; else all")->option_text("LIST");
    command
        ->add_option("--folder", options->folder,
                     "The job's MPIR_CVAR_MONITORING_SEGMENT_DIR (default: this variable's value, else /dev/shm)")
        ->option_text("DIR");
    command->add_option("--timeout", options->timeout, "Seconds to wait for the processes' answers (default 10)")
        ->check(CLI::Range(0.0, 3600.0))
        ->option_text("SECONDS");
    command->add_flag("--json", options->json, "The answers as JSON, for programs");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
