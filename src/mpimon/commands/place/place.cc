// mpimon place: where to put the ranks of a job so that those are close that exchange much.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "analysis/placement/placement.h"
#include "analysis/traffic/asked_flows.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/place/launch_files.h"
#include "mpimon/commands/place/measure.h"
#include "mpimon/commands/place/place_report.h"
#include "mpimon/commands/place/topology_argument.h"
#include "mpimon/commands/place/verify.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

using placement::Costs;
using placement::Exchange;
using placement::Mapping;
using placement::Proposal;
using placement::Topology;
using placement::TrafficGraph;

constexpr double kDefaultThreshold = 1;  // percent

struct Options {
    std::vector<std::string> files;
    std::string topology = "this";
    std::string by = "bytes";
    std::vector<double> distances;
    std::vector<double> latencies;
    std::vector<double> bandwidths;
    std::vector<std::string> classes;
    std::string collectives = "sent";
    double threshold = kDefaultThreshold;
    uint64_t seed = 1;
    std::string format;
    bool json = false;
    std::string output;
    bool verify = false;
    bool measure = false;
    bool partial = false;
    int width = 0;
};

// What several profiles of one program tell together.
struct Jobs {
    std::vector<Profile> profiles;
    std::vector<Exchange> exchanges;

    const Profile &first() const { return profiles.front(); }
};

void require_same_job(const Profile &first, const std::string &first_file, const Profile &other,
                      const std::string &file) {
    if (other.job.world_size != first.job.world_size)
        throw Failure(
            fmt::format("{} is of {} ranks, and {} of {}: a placement is for jobs of the same program and size",
                        first_file, first.job.world_size, file, other.job.world_size));
    if (other.job.executable != first.job.executable)
        throw Failure(fmt::format("{} is of {}, and {} of {}: a placement is for jobs of the same program and size",
                                  first_file, printable(first.job.executable), file, printable(other.job.executable)));
}

Jobs read_jobs(const Options &options, ClassSet classes) {
    Jobs jobs;
    for (const std::string &file : options.files) {
        Profile profile = read_whole_profile(file, options.partial, "place");
        const std::string name = profile_argument_name(file);
        if (!jobs.profiles.empty())
            require_same_job(jobs.first(), profile_argument_name(options.files.front()), profile, name);
        if (options.collectives == "asked")
            print_gaps(show_asked(profile), "place", name);
        placement::add_exchanges(profile, classes, jobs.exchanges);
        jobs.profiles.push_back(std::move(profile));
    }
    return jobs;
}

// One value for each level, from the outermost on.
std::vector<double> by_level(const char *option, const std::vector<double> &given, std::vector<double> usual) {
    if (given.empty())
        return usual;
    if (given.size() != usual.size())
        throw WrongArgument(
            fmt::format("{}: {} values, and the topology has {} levels", option, given.size(), usual.size()));
    return given;
}

// Of values that were given, the farther apart are never better: so placements can be found level by level.
void require_order(const char *option, const std::vector<double> &values, bool falling) {
    for (size_t i = 0; i < values.size(); ++i)
        if (!(values[i] > 0 && values[i] < 1e12) ||
            (i > 0 && (falling ? values[i] > values[i - 1] : values[i] < values[i - 1])))
            throw WrongArgument(fmt::format("{}: {} is not above 0, or {} than the level before: levels go inwards",
                                            option, values[i], falling ? "larger" : "smaller"));
}

Costs costs_of(const Options &options, const Topology &topology, PlaceQuestion &question) {
    if (options.by != "time") {
        if (!options.latencies.empty() || !options.bandwidths.empty())
            throw WrongArgument("--latency and --bandwidth are for --by time");
        require_order("--distances", options.distances, true);
        question.distances = by_level("--distances", options.distances, placement::usual_distances(topology.depth()));
        return options.by == "bytes" ? placement::costs_of_bytes(question.distances)
                                     : placement::costs_of_messages(question.distances);
    }
    if (!options.distances.empty())
        throw WrongArgument("--distances: by time, give --latency and --bandwidth");
    require_order("--latency", options.latencies, true);
    require_order("--bandwidth", options.bandwidths, false);
    question.latencies = by_level("--latency", options.latencies, placement::usual_latencies(topology));
    question.bandwidths = by_level("--bandwidth", options.bandwidths, placement::usual_bandwidths(topology));
    return placement::costs_of_time(question.latencies, question.bandwidths);
}

PlaceQuestion question_of(const Options &options, const Jobs &jobs, ClassSet classes) {
    PlaceQuestion question;
    const std::string &executable = jobs.first().job.executable;
    question.program = printable(executable.substr(executable.rfind('/') + 1));
    question.ranks = jobs.first().job.world_size;
    question.profiles = jobs.profiles.size();
    question.by = options.by;
    question.classes = classes;
    question.asked = options.collectives == "asked";
    question.threshold = options.threshold;
    question.seed = options.seed;
    return question;
}

void write_result(const Options &options, const PlaceQuestion &question, const Topology &topology,
                  const Proposal &proposal) {
    const bool recommended = is_recommended(question, proposal);
    const auto withheld = [&] {
        throw NothingRecommended(fmt::format("no recommendation: J would be {:.1f} % less, and --threshold is {:g} %",
                                             100 * proposal.gain(), options.threshold));
    };
    if (options.json) {
        write_output(place_json(question, topology, proposal), options.output);
        return;
    }
    if (options.format.empty()) {
        const Style style = Style::for_output(options.width);
        write_text(place_text(question, topology, proposal, style), style);
    } else if (recommended || options.format == "text") {
        const std::string name = options.output.empty() ? "FILE" : options.output;
        write_output(launch_file(options.format, topology, proposal.after.mapping, name), options.output);
    }
    if (!recommended && options.format != "text")
        withheld();
}

void require_sense(const Options &options, const std::vector<std::string> &launched) {
    if (!options.output.empty() && options.format.empty() && !options.json)
        throw WrongArgument("--output: is for --format and --json");
    if (options.measure && launched.empty())
        throw WrongArgument("--measure: give what starts the ranks, too: --measure -- mpiexec -n 4");
    if (options.measure)
        return;
    if (options.files.empty())
        throw WrongArgument("FILE is required");
    for (const std::string &file : options.files)
        refuse_to_overwrite(file, options.output);
    if (options.verify != !launched.empty())
        throw WrongArgument(options.verify ? "--verify: give the command, too: --verify FILE -- mpiexec -n 4 ./program"
                                           : "a command is for --verify and --measure alone");
    if (options.verify && options.files.size() > 1)
        throw WrongArgument("--verify: compares one run with one; give one profile");
}

void run(const Options &options, const std::vector<std::string> &launched) {
    require_sense(options, launched);
    const ClassSet classes = classes_named(options.classes);
    const Topology topology = topology_argument(options.topology);
    if (options.measure) {
        measure_levels({topology, launched, options.json, options.output});
        return;
    }
    Jobs jobs = read_jobs(options, classes);
    PlaceQuestion question = question_of(options, jobs, classes);
    const Costs costs = costs_of(options, topology, question);
    if (question.ranks > topology.slots())
        throw WrongArgument(fmt::format("--topology: {}, and the job has {}: each needs one",
                                        count_of(topology.slots(), "slot"), count_of(question.ranks, "rank")));
    const std::optional<Mapping> ran = placement::mapping_of_run(jobs.first(), topology);
    question.before_is_run = ran.has_value();
    const TrafficGraph graph(question.ranks, std::move(jobs.exchanges));
    const Proposal proposal =
        placement::propose(graph, topology, costs, ran ? *ran : placement::identity(question.ranks), options.seed);
    if (!options.verify) {
        write_result(options, question, topology, proposal);
        return;
    }
    const Verification verification{options.collectives == "asked", classes, topology, proposal.after.mapping,
                                    launched};
    verify_placement(verification, jobs.first());
}

}  // namespace

void add_place(CLI::App &app, const std::vector<std::string> &launched) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        app.add_subcommand("place", "Find where to put the ranks, so that those are close that exchange much");
    CLI::Option *files = command->add_option("FILE", options->files, "Profiles of the program; - for standard input");
    command
        ->add_option("--topology", options->topology,
                     "this machine (default: this), node:4 package:2 core:8, hwloc's XML file, or a file of hosts")
        ->option_text("SPEC");
    command->add_option("--by", options->by, "bytes (default), messages, or time, of both by latency and bandwidth")
        ->check(CLI::IsMember({"bytes", "messages", "time"}))
        ->option_text("WHAT");
    const auto add_list = [&](const char *name, std::vector<double> &list, const char *text) {
        command->add_option(name, list, text)->delimiter(',')->allow_extra_args(false)->option_text("N,...");
    };
    add_list("--distances", options->distances,
             "By level, from the outermost on (default: 1 within, 10 times as much outwards)");
    add_list("--latency", options->latencies, "By time: microseconds by level");
    add_list("--bandwidth", options->bandwidths, "By time: GB/s by level");
    add_class_option(*command, options->classes);
    add_collectives_option(*command, options->collectives);
    command
        ->add_option("--threshold", options->threshold,
                     "Recommend nothing that makes J less by less than so many percent (1)")
        ->check(CLI::Range(0.0, 100.0))
        ->option_text("PERCENT");
    command->add_option("--seed", options->seed, "Of random numbers; the same one finds the same placement")
        ->option_text("N");
    auto *format =
        command->add_option("--format", options->format, fmt::format("One of {}", fmt::join(launch_formats(), ", ")))
            ->check(CLI::IsMember(launch_formats()))
            ->option_text("FORMAT");
    command->add_flag("--json", options->json, "For programs")->excludes(format);
    command->add_option("-o,--output", options->output, "Write to this file")->option_text("OUT");
    add_partial_option(*command, options->partial);
    CLI::Option *verify =
        command->add_flag("--verify", options->verify,
                          "Run the command after -- with this placement, and compare what goes between nodes");
    command
        ->add_flag("--measure", options->measure,
                   "Measure --latency and --bandwidth of the topology, between ranks that the command after -- starts")
        ->excludes(files)
        ->excludes(format)
        ->excludes(verify);
    add_width_option(*command, options->width);
    command->callback([options, &launched] { run(*options, launched); });
}

}  // namespace mpimon
