// mpimon watch: what a job that runs on this node counts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/commands/watch/interactive.h"
#include "mpimon/commands/watch/job_metrics.h"
#include "mpimon/commands/watch/nodes/launcher.h"
#include "mpimon/commands/watch/nodes/nodes_job.h"
#include "mpimon/commands/watch/nodes/sighting_json.h"
#include "mpimon/commands/watch/watch_json.h"
#include "mpimon/commands/watch/watch_view.h"
#include "mpimon/commands/watch/watched_job.h"
#include "mpimon/commands/watch/web/watch_web.h"
#include "mpimon/failure.h"
#include "mpimon/recover/running_job.h"

namespace mpimon {

namespace {

struct Options {
    std::string folder;
    std::string job;
    double interval = 1;
    bool once = false;
    bool json = false;
    bool openmetrics = false;
    size_t top = 10;
    WatchList list = WatchList::kPairs;
    std::string rank;
    bool web = false;
    std::string address;  // of the web server
    std::string prefix;
    bool stream = false;
    bool records = false;
    std::string nodes;
    std::string launcher = usual_launcher();
    bool has_folder = false;  // the user's own
};

const std::map<std::string, WatchList> kLists = {{"pairs", WatchList::kPairs},
                                                 {"ranks", WatchList::kRanks},
                                                 {"collectives", WatchList::kCollectives},
                                                 {"waits", WatchList::kWaits},
                                                 {"variables", WatchList::kVariables}};

WatchView view_of(const Options &options) {
    WatchView view;
    view.list = options.list;
    if (!options.rank.empty())
        view.rank = static_cast<uint32_t>(std::stoul(options.rank));
    return view;
}

void show_once(JobView &job, const Options &options) {
    std::optional<Watched> watched = job.look();
    if (options.interval > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(options.interval));
        watched = job.look();
    }
    if (!watched)
        throw Failure("the job has ended");
    if (options.json) {
        write_output(json_text(watch_json(*watched)));
        return;
    }
    WatchView view = view_of(options);
    view.rows = options.top;
    view.order = options.interval > 0 ? WatchOrder::kRate : WatchOrder::kTotal;
    const Style style = Style::for_output();
    write_text(watch_text(*watched, view, style), style);
}

// `folder`: of the node's segments; empty if the job is on other nodes, too.
void show_until_end(ServedJob &job, const Options &options, const std::string &folder) {
    const std::chrono::duration<double> interval(options.interval);
    const std::filesystem::path prefix = options.prefix.empty() ? own_prefix() : std::filesystem::path(options.prefix);
    const bool ended = options.web ? watch_on_web(job, {options.address, folder, prefix, interval})
                                   : watch_on_screen(job, view_of(options), interval);
    if (ended)
        write_output("The job has ended.\n");
}

// Prints a line for each sighting, for the mpimon that puts several nodes together, until the job ends or nobody reads
// it any more.
void show_stream(WatchedJob &job, const Options &options) {
    const std::chrono::duration<double> interval(options.interval);
    bool read = true;
    for (std::optional<Sighting> seen = job.see(options.records); seen && read; seen = job.see(options.records)) {
        fmt::print("{}\n", sighting_line(*seen));
        read = std::fflush(stdout) == 0;
        std::this_thread::sleep_for(interval);
    }
    fmt::print("{}\n", kEndOfStream);
}

NodeCommands commands_on_nodes(const Options &options) {
    // With --once, each node is to have said something new when the interval is over.
    const double interval = options.once ? std::max(options.interval / 4, 0.1) : options.interval;
    const std::string mpimon = std::filesystem::read_symlink("/proc/self/exe");
    NodeCommands commands;
    commands.watch = {mpimon, "watch", "--stream", "--interval", fmt::format("{}", interval)};
    if (options.web)
        commands.watch.emplace_back("--records");
    if (!options.job.empty())
        commands.watch.insert(commands.watch.end(), {"--job", options.job});
    commands.set = {mpimon, "set", "--json"};
    if (options.has_folder) {
        commands.watch.push_back(options.folder);
        commands.set.insert(commands.set.end(), {"--folder", options.folder});
    }
    commands.set.push_back(options.job);
    return commands;
}

void show_nodes(const Options &options) {
    NodesJob job(read_nodes(options.nodes), options.launcher, commands_on_nodes(options));
    if (options.once)
        show_once(job, options);
    else
        show_until_end(job, options, "");
}

void run(const Options &options) {
    if (options.openmetrics) {
        Output output;
        write_job_metrics(options.folder, options.job, output);
        output.close();
        return;
    }
    if (!options.nodes.empty()) {
        show_nodes(options);
        return;
    }
    WatchedJob job(options.folder, options.job);
    if (options.stream)
        show_stream(job, options);
    else if (options.once)
        show_once(job, options);
    else
        show_until_end(job, options, options.folder);
}

}  // namespace

void add_watch(CLI::App &app) {
    auto options = std::make_shared<Options>();
    options->folder = default_segment_folder();
    CLI::App *command =
        app.add_subcommand("watch", "Watch a job that runs on this node: what it sends, to whom, how fast");
    CLI::Option *folder =
        command
            ->add_option("DIR", options->folder,
                         "The job's MPIR_CVAR_MONITORING_SEGMENT_DIR (default: this variable's value, else /dev/shm)")
            ->option_text(" ");
    command->add_option("--job", options->job, "A part of the job's title, such as its number, where several run")
        ->option_text("TEXT");
    command->add_option("--interval", options->interval, "Seconds between two looks (default 1)")
        ->check(CLI::Range(0.0, 3600.0))
        ->option_text("SECONDS");
    command->add_option("--show", options->list, "The list to begin with (default pairs)")
        ->transform(CLI::CheckedTransformer(kLists))
        ->option_text("pairs|ranks|collectives|waits|variables");
    command->add_option("--rank", options->rank, "What this rank counts; else all together")
        ->check(CLI::Range(0, 999999999))
        ->option_text("N");
    CLI::Option *once = command->add_flag("--once", options->once,
                                          "Say once how things are: what is counted in one interval, or, if that is 0, "
                                          "was counted in all");
    command->add_flag("--json", options->json, "With --once: JSON for programs, with all pairs")->needs(once);
    command
        ->add_flag("--openmetrics", options->openmetrics, "Say once what all jobs have counted, as text for Prometheus")
        ->excludes(once);
    command->add_option("--top", options->top, "With --once: rows to list at most (default 10)")
        ->needs(once)
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    CLI::Option *web = command->add_option("--web", options->address,
                                           "Serve a page for a browser, which also changes variables; its address is "
                                           "printed (default 127.0.0.1 and any port)");
    web->expected(0, 1)->excludes(once)->option_text("[ADDR]");
    command
        ->add_option("--prefix", options->prefix,
                     "With --web: where MPICH Monitoring is installed (default: beside mpimon)")
        ->needs(web)
        ->option_text("DIR");
    CLI::Option *stream =
        command->add_flag("--stream", options->stream, "Say how things are again and again, in lines for --nodes")
            ->excludes(once)
            ->excludes(web);
    command->add_flag("--records", options->records, "With --stream: all that is counted, too")->needs(stream);
    CLI::Option *nodes = command
                             ->add_option("--nodes", options->nodes,
                                          "Watch a job on these nodes, such as n1,n[3-4], by an mpimon on each")
                             ->excludes(stream)
                             ->option_text("LIST");
    command
        ->add_option("--launcher", options->launcher,
                     "With --nodes: what starts it there; the node's name and the command come after it (default: srun "
                     "--overlap within a job of Slurm, else ssh)")
        ->needs(nodes)
        ->option_text("WORDS");
    command->callback([options, folder, web] {
        options->web = web->count() > 0;
        options->has_folder = folder->count() > 0;
        if (options->stream && options->interval < 0.01)
            throw WrongArgument("--interval: at least 0.01 seconds");
        if (!options->once && !options->stream && options->interval < 0.1)
            throw WrongArgument("--interval: at least 0.1 seconds on a screen");
        run(*options);
    });
}

}  // namespace mpimon
