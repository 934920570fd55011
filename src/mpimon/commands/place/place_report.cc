#include "mpimon/commands/place/place_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

using placement::Proposal;
using placement::Side;
using placement::Topology;

// "4 nodes, 8 packages, 64 cores"
std::string objects_label(const Topology &topology) {
    std::vector<std::string> levels;
    for (uint32_t level = 0; level < topology.depth(); ++level)
        levels.push_back(count_of(topology.objects(level), printable(topology.levels()[level])));
    return fmt::format("{}", fmt::join(levels, ", "));
}

std::string distance_label(const PlaceQuestion &question, uint32_t level) {
    return question.by == "time"
               ? fmt::format("{:g} µs, {:g} GB/s", question.latencies[level], question.bandwidths[level])
               : fmt::format("{:g}", question.distances[level]);
}

std::string bytes(const Totals &totals) {
    return human_bytes(static_cast<double>(totals.bytes));
}

std::string cost_label(const PlaceQuestion &question, double cost) {
    return question.by == "time" ? human_time(cost / 1e9) : fmt::format("{:.6g}", cost);
}

Table level_table(const PlaceQuestion &question, const Topology &topology, const Proposal &proposal) {
    Table table({{"traffic", Table::kText},
                 {"distance", Table::kNumber, 1},
                 {"bytes before", Table::kNumber},
                 {"after", Table::kNumber},
                 {"messages before", Table::kNumber, 2},
                 {"after", Table::kNumber, 2}});
    for (uint32_t level = 0; level < topology.depth(); ++level) {
        const Totals &before = proposal.before.by_level[level];
        const Totals &after = proposal.after.by_level[level];
        table.add({level_label(topology, level), distance_label(question, level), bytes(before), bytes(after),
                   with_commas(before.messages), with_commas(after.messages)});
    }
    return table;
}

Json levels_json(const PlaceQuestion &question, const Topology &topology, const Proposal &proposal) {
    const auto totals = [](const Totals &all) { return Json{{"messages", all.messages}, {"bytes", all.bytes}}; };
    Json levels = Json::array();
    for (uint32_t level = 0; level < topology.depth(); ++level) {
        Json row = {{"level", topology.levels()[level]}, {"objects", topology.objects(level)}};
        if (question.by == "time") {
            row["latency_us"] = question.latencies[level];
            row["bandwidth_gb_per_s"] = question.bandwidths[level];
        } else {
            row["distance"] = question.distances[level];
        }
        row["before"] = totals(proposal.before.by_level[level]);
        row["after"] = totals(proposal.after.by_level[level]);
        levels.push_back(row);
    }
    return levels;
}

}  // namespace

std::string level_label(const Topology &topology, uint32_t level) {
    const std::string name = printable(topology.levels()[level]);
    return level == 0 ? fmt::format("between {}s", name)
                      : fmt::format("between {}s of a {}", name, printable(topology.levels()[level - 1]));
}

std::string place_text(const PlaceQuestion &question, const Topology &topology, const Proposal &proposal,
                       const Style &style) {
    Page page(style);
    page.title(fmt::format("{}: placement of {}", question.program, count_of(question.ranks, "rank")));
    page.fact("topology", objects_label(topology));
    page.fact("by", fmt::format("{} of {}{}", question.by, classes_label(question.classes),
                                question.asked ? ", collectives as asked" : ""));
    page.fact("before", question.before_is_run ? "as the job ran, by its hosts" : "in rank order, rank i on slot i");
    page.heading("Traffic by level");
    page.table(level_table(question, topology, proposal));
    page.line(fmt::format("J, the sum of {} times distance: {} before, {} after: {:.1f} % less",
                          question.by == "messages" ? "messages" : "what is exchanged",
                          cost_label(question, proposal.before.cost), cost_label(question, proposal.after.cost),
                          100 * proposal.gain()));
    if (is_recommended(question, proposal))
        page.line("Write it for your launcher with --format hydra, rankmap, slurm, launcher, hpe, openmpi or text.");
    return page.take();
}

std::string place_json(const PlaceQuestion &question, const Topology &topology, const Proposal &proposal) {
    Json json = {{"program", question.program},
                 {"ranks", question.ranks},
                 {"slots_of_topology", topology.slots()},
                 {"hosts", topology.hosts()},
                 {"by", question.by},
                 {"classes", question.classes.names()},
                 {"collectives", question.asked ? "asked" : "sent"},
                 {"before", question.before_is_run ? "run" : "rank order"},
                 {"seed", question.seed},
                 {"levels", levels_json(question, topology, proposal)},
                 {"cost", {{"before", proposal.before.cost}, {"after", proposal.after.cost}}},
                 {"gain", proposal.gain()},
                 {"threshold", question.threshold / 100},
                 {"recommended", is_recommended(question, proposal)},
                 {"slots_before", proposal.before.mapping},
                 {"slots", proposal.after.mapping},
                 {"nodes", placement::nodes_of_mapping(topology, proposal.after.mapping)}};
    return json_text(json);
}

}  // namespace mpimon
