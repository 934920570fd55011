// mpimon set: changes a control variable of a job that runs on this node.
#include <fmt/format.h>

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
    std::string assignment;
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

Json answers_json(const Assignment &assignment, const OrphanedJob &job, const std::vector<RankAnswer> &answers) {
    Json json = {{"job", printable(job.title())},
                 {"name", assignment.name},
                 {"value", assignment.value},
                 {"ranks", Json::array()}};
    for (const RankAnswer &answer : answers) {
        Json row = {{"rank", answer.rank}, {"answer", answer_name(answer.answer)}};
        if (answer.collective > 0)
            row["collective"] = answer.collective;
        if (!answer.reason.empty())
            row["reason"] = answer.reason;
        json["ranks"].push_back(std::move(row));
    }
    return json;
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

std::string failure_text(const AnswerGroup &group, bool all) {
    const std::string who = all ? "" : " by " + ranks_text(group.ranks);
    if (group.answer.answer == MPIMON_ANSWER_REFUSED)
        return fmt::format("refused{}: {}", who, printable(group.answer.reason));
    return fmt::format(
        "not changed in {}, which gave no answer in time: requests are looked at in collective calls, and "
        "in calls that wait",
        ranks_text(group.ranks));
}

// Throws Failure unless all have changed the variable, or will.
void show(const Assignment &assignment, const std::vector<RankAnswer> &answers) {
    const std::vector<AnswerGroup> groups = groups_of(answers);
    const std::string what = printable(assignment.name) + "=" + printable(assignment.value);
    std::string text;
    std::string failure;
    for (const AnswerGroup &group : groups) {
        if (group.answer.answer == MPIMON_ANSWER_CHANGED || group.answer.answer == MPIMON_ANSWER_AGREED)
            text += fmt::format("{}: {}\n", what, success_text(group));
        else if (failure.empty() || group.answer.answer == MPIMON_ANSWER_REFUSED)
            failure = failure_text(group, groups.size() == 1);
    }
    const Style style = Style::for_output();
    if (!text.empty())
        write_text(text, style);
    if (!failure.empty())
        throw Failure(fmt::format("{}: {}", what, failure));
}

void run(const Options &options) {
    const Assignment assignment = read_assignment(options.assignment);
    const std::vector<uint32_t> ranks = read_ranks(options.ranks);
    const OrphanedJob job = find_running_job(options.folder, options.job, "a longer part of its title");
    const auto deadline = ChangeRequest::Clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(
                                                            std::chrono::duration<double>(options.timeout));
    const std::vector<RankAnswer> answers = ChangeRequest(job, ranks, deadline).ask(assignment.name, assignment.value);
    if (!options.json) {
        show(assignment, answers);
        return;
    }
    write_output(json_text(answers_json(assignment, job, answers)));
    for (const RankAnswer &answer : answers)
        if (answer.answer != MPIMON_ANSWER_CHANGED && answer.answer != MPIMON_ANSWER_AGREED)
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
    command->add_option("CHANGE", options->assignment, "NAME=VALUE: the variable, and the value that it is to have")
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
