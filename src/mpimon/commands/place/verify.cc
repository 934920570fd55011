#include "mpimon/commands/place/verify.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/placement/proposal.h"
#include "analysis/placement/traffic_graph.h"
#include "analysis/traffic/asked_flows.h"
#include "mpimon/commands/place/placed_run.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

Totals between_nodes(const Profile &profile, mpimon_class traffic_class, const std::vector<uint32_t> &node_of) {
    ClassSet classes = ClassSet::none();
    classes.add(traffic_class);
    std::vector<placement::Exchange> exchanges;
    placement::add_exchanges(profile, classes, exchanges);
    return placement::between_nodes(placement::TrafficGraph(profile.job.world_size, std::move(exchanges)), node_of);
}

}  // namespace

void verify_placement(const Verification &verification, const Profile &before) {
    const ScratchFolder folder(std::filesystem::temp_directory_path());
    Profile after = run_placed("--verify", verification.command, verification.topology, verification.mapping, folder);
    if (after.job.world_size != before.job.world_size)
        throw Failure(fmt::format("--verify: the command ran {} ranks, and the profile has {}", after.job.world_size,
                                  before.job.world_size));
    if (verification.asked)
        show_asked(after);
    const std::vector<uint32_t> placed = placement::nodes_of_mapping(verification.topology, verification.mapping);
    const std::optional<std::vector<uint32_t>> ran = placement::nodes_of_rerun(after, verification.topology, placed);
    const Style style = Style::for_output();
    Page page(style);
    page.title("Between nodes", ran ? "nodes are those of the run" : "nodes as placed: the run does not tell them");
    Table table({{"class", Table::kText},
                 {"bytes predicted", Table::kNumber},
                 {"measured", Table::kNumber},
                 {"messages predicted", Table::kNumber},
                 {"measured", Table::kNumber}});
    bool same = true;
    for (int i = 0; i < MPIMON_CLASSES; ++i) {
        const auto traffic_class = static_cast<mpimon_class>(i);
        if (!verification.classes.has(traffic_class))
            continue;
        const Totals predicted = between_nodes(before, traffic_class, placed);
        const Totals measured = between_nodes(after, traffic_class, ran ? *ran : placed);
        same = same && predicted == measured;
        table.add({std::string(class_name(traffic_class)), with_commas(predicted.bytes), with_commas(measured.bytes),
                   with_commas(predicted.messages), with_commas(measured.messages)},
                  predicted == Totals() && measured == Totals());
    }
    page.table(table);
    write_text(page.take(), style);
    if (!same)
        throw Failure(
            "--verify: not as predicted; what algorithms of collectives send depends on the nodes: --class p2p leaves "
            "them out");
}

}  // namespace mpimon
