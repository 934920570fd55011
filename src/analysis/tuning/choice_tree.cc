#include "analysis/tuning/choice_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>

#include "tuning/names.h"
#include "tuning/text.h"

namespace mpimon::tuning {

namespace {

// Keys that make sure of what a restriction asks for: the one behind which it holds, and the one for all other calls.
struct Guard {
    std::string_view restriction, holds, fails;
};
constexpr std::array<Guard, 11> kGuards = {{{"parent-comm", "comm_hierarchy=parent", "comm_hierarchy=any"},
                                            {"parent-comm-or-empty", "comm_hierarchy=parent", "comm_hierarchy=any"},
                                            {"power-of-two", "comm_size=pow2", "comm_size=any"},
                                            {"block-regular", "is_block_regular=yes", "is_block_regular=no"},
                                            {"inplace", "is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"},
                                            {"noinplace", "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"},
                                            {"commutative", "is_commutative=yes", "is_commutative=no"},
                                            {"builtin-op", "is_op_built_in=yes", "is_op_built_in=no"},
                                            {"node-consecutive", "is_node_consecutive=yes", "is_node_consecutive=no"},
                                            {"one-node", "comm_size=node_comm_size", "comm_size=any"},
                                            {"single-threaded", "is_multi_threaded=no", "is_multi_threaded=yes"}}};
// The one whose key says the opposite.
constexpr std::string_view kEnoughElements = "size-ge-pof2";

Json either(std::string_view holds, Json then, std::string_view fails, const Json &otherwise) {
    Json json = Json::object();
    json[std::string(holds)] = std::move(then);
    json[std::string(fails)] = otherwise;
    return json;
}

Json with_restriction(std::string_view restriction, Json then, const Json &otherwise) {
    if (restriction == kEnoughElements)
        return either("count<pow2", otherwise, "count=any", then);
    const auto *const guard = std::find_if(kGuards.begin(), kGuards.end(),
                                           [&](const Guard &known) { return known.restriction == restriction; });
    return guard != kGuards.end() ? either(guard->holds, std::move(then), guard->fails, otherwise) : otherwise;
}

// Calls in place say no size of what they send, so MPICH must not look at it.
bool may_be_in_place(std::string_view collective) {
    return starts_with(collective, "alltoall") || starts_with(collective, "ialltoall");
}

int64_t largest_of(int bin) {
    return bin == 0 ? 0 : (int64_t{1} << bin) - 1;
}

// A tree by size: each key is for sizes up to the largest one of a bin, and has the choice there, or what is between.
Json by_size(std::string_view collective, const std::vector<Spot> &spots, const Json &otherwise) {
    const std::string key(size_key(collective));
    Json json = Json::object();
    int next = 0;  // the first bin that no key is for yet
    for (size_t i = 0; i < spots.size(); ++i) {
        const Spot &spot = spots[i];
        if (spot.bin > next)
            json[fmt::format("{}<={}", key, largest_of(spot.bin - 1))] = otherwise;
        next = spot.bin + 1;
        const bool goes_on = i + 1 < spots.size() && spots[i + 1].bin == next &&
                             spots[i + 1].leaf.key == spot.leaf.key &&
                             spots[i + 1].leaf.parameters == spot.leaf.parameters;
        if (!goes_on)
            json[fmt::format("{}<={}", key, largest_of(spot.bin))] = guarded(spot.leaf, otherwise);
    }
    json[key + "=any"] = otherwise;
    return json;
}

Json of_size(std::string_view collective, const std::vector<Spot> &spots, const Json &otherwise) {
    if (spots.front().bin == kAnyBin)
        return guarded(spots.front().leaf, otherwise);
    Json json = by_size(collective, spots, otherwise);
    return may_be_in_place(collective) ? with_restriction("noinplace", std::move(json), otherwise) : json;
}

// The tree for one size of communicators. A communicator on one node has a part for the node, which is as large; one
// with a node for each member has no parts, and no other has none.
Json by_nodes(std::string_view collective, const std::vector<Spot> &spots, const Json &otherwise) {
    std::map<Spread, std::vector<Spot>> by_spread;
    for (const Spot &spot : spots)
        by_spread[spot.spread].push_back(spot);
    const auto tree_of = [&](Spread spread, const Json &else_this) {
        const auto found = by_spread.find(spread);
        return found != by_spread.end() ? of_size(collective, found->second, otherwise) : else_this;
    };
    const Json unknown = tree_of(Spread::kUnknown, otherwise);
    const Json one_node = tree_of(Spread::kOneNode, unknown);
    const Json several = tree_of(Spread::kSeveral, unknown);
    const Json one_each = tree_of(Spread::kOneEach, unknown);
    Json apart =
        several == one_each ? several : either("comm_hierarchy=parent", several, "comm_hierarchy=any", one_each);
    return one_node == apart ? apart : either("comm_size=node_comm_size", one_node, "comm_size=any", apart);
}

// A choice of the collective that all series know, and that needs no parameter.
std::string_view name_in_all(std::string_view collective, Level level) {
    constexpr Series kFirst = kSeries[0];
    constexpr Series kLast = kSeries[std::size(kSeries) - 1];
    for (const Choice &choice : kChoices)
        if (choice.collective == collective && choice.level == level && choice.needs.empty() &&
            choice.first == kFirst && choice.last == kLast)
            return choice.name;
    return {};
}

}  // namespace

// Of MPI_Ireduce_scatter_block MPICH's total counts elements.
std::string_view size_key(std::string_view collective) {
    constexpr std::string_view kAverage = "allreduce alltoall bcast reduce iallreduce ialltoall ibcast ireduce";
    constexpr std::string_view kTotal =
        "allgather allgatherv reduce_scatter reduce_scatter_block iallgather iallgatherv ireduce_scatter";
    if (has_word(kAverage, collective))
        return "avg_msg_size";
    return has_word(kTotal, collective) ? "total_msg_size" : "";
}

Json guarded(const Leaf &leaf, const Json &otherwise) {
    Json json = Json::object();
    json[leaf.key] = leaf.parameters;
    std::string_view words = leaf.restrictions;
    while (!words.empty()) {
        const size_t last = words.rfind(' ');
        json = with_restriction(words.substr(last + 1), std::move(json), otherwise);
        words = words.substr(0, last == std::string_view::npos ? 0 : last);
    }
    return json;
}

Json tree_with(std::string_view collective, std::vector<Spot> spots, const Json &otherwise) {
    std::sort(spots.begin(), spots.end(),
              [](const Spot &a, const Spot &b) { return std::tie(a.processes, a.bin) < std::tie(b.processes, b.bin); });
    std::map<uint32_t, std::vector<Spot>> by_processes;
    for (Spot &spot : spots)
        if (spot.bin <= kLastBin)
            by_processes[spot.processes].push_back(std::move(spot));
    if (by_processes.empty())
        return otherwise;
    Json json = Json::object();
    uint32_t next = 1;
    for (const auto &[processes, list] : by_processes) {
        if (processes > next)
            json[fmt::format("comm_size<={}", processes - 1)] = otherwise;
        json[fmt::format("comm_size<={}", processes)] = by_nodes(collective, list, otherwise);
        next = processes + 1;
    }
    json["comm_size=any"] = otherwise;
    return json;
}

Json nothing(std::string_view collective, Level level) {
    Json choice = Json::object();
    choice[fmt::format("{}={}", level == Level::kCh4 ? "composition" : "algorithm", name_in_all(collective, level))] =
        Json::object();
    Json json = Json::object();
    json["comm_type=inter"] = std::move(choice);
    return json;
}

}  // namespace mpimon::tuning
