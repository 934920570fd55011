// mpimon set: changes a control variable of a job that runs on this node.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "analysis/names/text.h"
#include "mpimon/commands/set/change_request.h"
#include "mpimon/commands/set/outcome.h"
#include "mpimon/commands/set/rank_list.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/recover/running_job.h"
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

Assignment read_assignment(const std::string &text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw WrongArgument(fmt::format("{}: not of the form NAME=VALUE", text));
    Assignment assignment = {text.substr(0, equals), text.substr(equals + 1)};
    check_assignment(assignment);
    return assignment;
}

// What ranks have changed, or will, on standard output; what they have not on standard error.
void show(const OutcomeText &text) {
    for (const std::string &line : text.changed)
        fmt::print("{}: {}\n", text.what, line);
    std::fflush(stdout);
    if (!text.failure.empty())
        fmt::print(stderr, "mpimon set: {}: {}\n", text.what, text.failure);
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
        all = all && outcome.is_success();
        if (options.json)
            json["changes"].push_back(outcome_json(outcome));
        else
            show(outcome_text(outcome));
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
