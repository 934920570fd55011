#include "mpimon/commands/place/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

#include "analysis/placement/placement.h"
#include "analysis/placement/proposal.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/place/place_report.h"
#include "mpimon/commands/place/placed_run.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

using placement::Topology;

constexpr size_t kPairsOfLevel = 4;

// Ranks that are on slots of their numbers.
struct Pair {
    uint32_t a = 0;
    uint32_t b = 0;
    double latency = 0;    // in microseconds
    double bandwidth = 0;  // in GB/s
};

struct Level {
    uint32_t ranks = 0;  // that are needed to measure it; 0: it has single objects
    std::vector<Pair> pairs;
    double latency = 0;
    double bandwidth = 0;

    bool is_measured() const { return !pairs.empty(); }
};

void compile(const std::string &program) {
    const std::string source = own_prefix() / "share/mpich-monitoring/place/pingpong.c";
    const std::string compiler = own_prefix() / "bin/mpicc";
    open_installed(source);
    const ChildResult result = run_child({compiler, "-O2", "-o", program, source}, {});
    if (!result.not_started.empty() || result.status != 0)
        throw Failure(fmt::format("--measure: {} cannot compile {}", compiler, source));
}

// The first slots of neighbours within an object of the level around: of the first such, which need the fewest ranks.
std::vector<Pair> pairs_of(const Topology &topology, uint32_t level) {
    std::vector<Pair> pairs;
    for (uint32_t object = 1; object < topology.objects(level) && pairs.size() < kPairsOfLevel; ++object) {
        const uint32_t a = topology.range(level, object - 1).first;
        const uint32_t b = topology.range(level, object).first;
        if (topology.level_between(a, b) == level)
            pairs.push_back({a, b});
    }
    return pairs;
}

std::vector<Pair> measured_pairs(const std::string &file) {
    std::vector<Pair> pairs;
    std::ifstream results(file);
    for (Pair pair; results >> pair.a >> pair.b >> pair.latency >> pair.bandwidth;)
        pairs.push_back(pair);
    return pairs;
}

// The value in the middle; of two there, the one that comes first, which is the faster one.
template <typename Faster>
double median(const std::vector<Pair> &pairs, double Pair::*quantity, Faster faster) {
    std::vector<double> values;
    for (const Pair &pair : pairs)
        values.push_back(pair.*quantity);
    std::sort(values.begin(), values.end(), faster);
    return values[(values.size() - 1) / 2];
}

// Those that were measured, and the usual ones of the others.
std::vector<Level> levels_of(const Topology &topology, const std::vector<Pair> &measured) {
    std::vector<Level> levels(topology.depth());
    const std::vector<double> latencies = placement::usual_latencies(topology);
    const std::vector<double> bandwidths = placement::usual_bandwidths(topology);
    for (uint32_t i = 0; i < topology.depth(); ++i) {
        Level &level = levels[i];
        if (const std::vector<Pair> pairs = pairs_of(topology, i); !pairs.empty())
            level.ranks = pairs.front().b + 1;
        for (const Pair &pair : measured)
            if (topology.level_between(pair.a, pair.b) == i)
                level.pairs.push_back(pair);
        level.latency = level.is_measured() ? median(level.pairs, &Pair::latency, std::less<>()) : latencies[i];
        level.bandwidth = level.is_measured() ? median(level.pairs, &Pair::bandwidth, std::greater<>()) : bandwidths[i];
    }
    return levels;
}

// The lists that --by time takes: what is farther apart is never faster.
struct Lists {
    std::vector<std::string> latencies;
    std::vector<std::string> bandwidths;
};

Lists lists_of(const std::vector<Level> &levels) {
    Lists lists;
    double latency = 0;
    double bandwidth = HUGE_VAL;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        latency = std::max(latency, level->latency);
        bandwidth = std::min(bandwidth, level->bandwidth);
        lists.latencies.insert(lists.latencies.begin(), fmt::format("{:.4g}", latency));
        lists.bandwidths.insert(lists.bandwidths.begin(), fmt::format("{:.4g}", bandwidth));
    }
    return lists;
}

// What was measured is told by the slots, so ranks must have been on their nodes.
void require_nodes(const Profile &profile, const Topology &topology, const std::vector<Pair> &pairs) {
    const uint32_t ranks = profile.job.world_size;
    if (ranks > topology.slots())
        throw Failure(fmt::format("--measure: {}, and the command started {}: each needs one",
                                  count_of(topology.slots(), "slot"), count_of(ranks, "rank")));
    const std::vector<uint32_t> placed = placement::nodes_of_mapping(topology, placement::identity(ranks));
    const std::optional<std::vector<uint32_t>> ran = placement::nodes_of_run(profile);
    for (const Pair &pair : pairs) {
        const bool together = !ran || (*ran)[pair.a] == (*ran)[pair.b];
        if (together != (placed[pair.a] == placed[pair.b]))
            throw Failure(fmt::format(
                "--measure: ranks {} and {} were on {}, and by the topology they are not: does its host file count?",
                pair.a, pair.b, together ? "one node" : "different nodes"));
    }
}

// Whether levels within a node may be mixed up.
bool may_move(const Profile &profile, const Topology &topology) {
    return topology.depth() > topology.node_level() + 2 &&
           std::any_of(profile.processes.begin(), profile.processes.end(),
                       [](const Process &process) { return process.place.core == MPIMON_NONE; });
}

std::string why_assumed(const Level &level) {
    return level.ranks == 0 ? "assumed: there are no two" : fmt::format("assumed: -n {} measures it", level.ranks);
}

void print_text(const Topology &topology, const std::vector<Level> &levels, bool remark) {
    const Style style = Style::for_output();
    Page page(style);
    page.title("Latency and bandwidth by level");
    Table table({{"ranks", Table::kText}, {"latency", Table::kNumber}, {"GB/s", Table::kNumber}, {"by", Table::kText}});
    for (uint32_t i = 0; i < topology.depth(); ++i) {
        const Level &level = levels[i];
        table.add({level_label(topology, i), human_time(level.latency / 1e6), fmt::format("{:.3g}", level.bandwidth),
                   level.is_measured() ? count_of(level.pairs.size(), "pair") : why_assumed(level)},
                  !level.is_measured());
    }
    page.table(table);
    if (remark)
        page.line("Ranks were not bound to cores, so levels within a node may be mixed up: mpiexec -bind-to core");
    const Lists lists = lists_of(levels);
    page.raw(fmt::format("\n--by time --latency {} --bandwidth {}\n", fmt::join(lists.latencies, ","),
                         fmt::join(lists.bandwidths, ",")));
    write_text(page.take(), style);
}

std::string json_of(const Topology &topology, const std::vector<Level> &levels) {
    Json json = Json::array();
    for (uint32_t i = 0; i < topology.depth(); ++i)
        json.push_back({{"level", topology.levels()[i]},
                        {"latency_us", levels[i].latency},
                        {"bandwidth_gb_per_s", levels[i].bandwidth},
                        {"measured", levels[i].is_measured()},
                        {"pairs", levels[i].pairs.size()},
                        {"ranks_needed", levels[i].ranks}});
    const Lists lists = lists_of(levels);
    return json_text({{"levels", json},
                      {"latency", fmt::format("{}", fmt::join(lists.latencies, ","))},
                      {"bandwidth", fmt::format("{}", fmt::join(lists.bandwidths, ","))}});
}

}  // namespace

void measure_levels(const Measurement &measurement) {
    const Topology &topology = measurement.topology;
    // Other nodes find the folder, too, as far as they see the current one.
    const ScratchFolder folder(fs::current_path());
    const std::string result = folder.file("result");
    std::vector<std::string> command = measurement.command;
    compile(folder.file("pingpong"));
    command.insert(command.end(), {folder.file("pingpong"), result});
    for (uint32_t level = 0; level < topology.depth(); ++level)
        for (const Pair &pair : pairs_of(topology, level))
            command.push_back(fmt::format("{},{}", pair.a, pair.b));
    const Profile profile = run_placed("--measure", command, topology, placement::identity(topology.slots()), folder);
    const std::vector<Pair> pairs = measured_pairs(result);
    require_nodes(profile, topology, pairs);
    if (pairs.empty())
        throw Failure("--measure: no two ranks, so nothing was measured; start 2 or more, as by mpiexec -n 2");
    const std::vector<Level> levels = levels_of(topology, pairs);
    if (measurement.json)
        write_output(json_of(topology, levels), measurement.output);
    else
        print_text(topology, levels, may_move(profile, topology));
}

}  // namespace mpimon
