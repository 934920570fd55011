#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names/labels.h"
#include "mpimon/commands/export/formats.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/json/profile_json.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;

// Regions, and the functions below the region in which they were called. Parents come before their children.
class CallTree {
  public:
    explicit CallTree(const Profile &profile) : profile_(profile), nodes_(Json::array()) {
        for (const Region &region : profile.regions)
            add(profile.names[region.name], region.parent);
        for (const Context &context : profile.contexts)
            of_contexts_.push_back(context.function == kNoFunction ? context.region : node_of(context));
    }

    // A function within a region; `context` may be that of what called it.
    uint32_t of_function(const Function &row) { return node_of({profile_.contexts[row.context].region, row.name}); }
    // kNoRegion: neither a region nor a function.
    uint32_t of_context(uint32_t context) const { return of_contexts_[context]; }

    // The node that holds what was counted outside of all others.
    uint32_t outside() {
        if (outside_ == kNoRegion)
            outside_ = add("(outside of regions and functions)", kNoRegion);
        return outside_;
    }

    const Json &nodes() const { return nodes_; }

  private:
    uint32_t add(const std::string &label, uint32_t parent) {
        Json node = {{"label", label}, {"column", "path"}};
        if (parent != kNoRegion)
            node["parent"] = parent;
        nodes_.push_back(node);
        return static_cast<uint32_t>(nodes_.size() - 1);
    }

    uint32_t node_of(const Context &context) {
        const auto [found, is_new] = functions_.try_emplace({context.region, context.function}, 0);
        if (is_new)
            found->second = add(profile_.names[context.function], context.region);
        return found->second;
    }

    const Profile &profile_;
    Json nodes_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> functions_;  // nodes by region and function
    std::vector<uint32_t> of_contexts_;
    uint32_t outside_ = kNoRegion;
};

struct Measures {
    uint64_t calls = 0;
    uint64_t inclusive_ns = 0;
    uint64_t within_ns = 0;  // of that, in the nodes below
    Totals sent;

    // Threads may be in several functions of a region at once.
    uint64_t exclusive_ns() const { return inclusive_ns > within_ns ? inclusive_ns - within_ns : 0; }
};
using Rows = std::map<std::pair<uint32_t, uint32_t>, Measures>;  // by node and process

void add_times(const Profile &profile, CallTree &tree, Rows &rows) {
    for (const RegionTime &row : profile.region_times) {
        Measures &measures = rows[{row.region, row.process}];
        measures.calls += row.entries;
        measures.inclusive_ns += row.time_ns;
        const uint32_t parent = profile.regions[row.region].parent;
        if (parent != kNoRegion)
            rows[{parent, row.process}].within_ns += row.time_ns;
    }
    for (const Function &row : profile.functions) {
        Measures &measures = rows[{tree.of_function(row), row.process}];
        measures.calls += row.calls;
        measures.inclusive_ns += row.time_ns;
        const uint32_t region = profile.contexts[row.context].region;
        if (region != kNoRegion)
            rows[{region, row.process}].within_ns += row.time_ns;
    }
}

void add_traffic(const Profile &profile, ClassSet classes, CallTree &tree, Rows &rows) {
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            if (flows.direction(i) != MPIMON_SENT || !classes.has(flows.traffic_class(i)))
                continue;
            const uint32_t node = tree.of_context(flows.context[i]);
            rows[{node == kNoRegion ? tree.outside() : node, flows.process[i]}].sent.add(
                {flows.messages[i], flows.bytes[i]});
        }
    });
}

}  // namespace

void write_caliper(const Profile &profile, ClassSet classes, Output &output) {
    CallTree tree(profile);
    Rows rows;
    add_times(profile, tree, rows);
    add_traffic(profile, classes, tree, rows);
    JsonStream json(output);
    json.open_array("data");
    for (const auto &[by, measures] : rows)
        json.element_text(
            Json({by.first, profile.processes[by.second].world_rank, measures.calls,
                  static_cast<double>(measures.exclusive_ns()) / kSecond,
                  static_cast<double>(measures.inclusive_ns) / kSecond, measures.sent.messages, measures.sent.bytes})
                .dump());
    json.close(']');
    json.member("columns", {"path", "mpi.rank", "calls", "sum#time.duration", "inclusive#sum#time.duration",
                            "sent_messages", "sent_bytes"});
    json.open_array("column_metadata");
    json.element({{"is_value", false}});
    for (int i = 0; i < 6; ++i)
        json.element({{"is_value", true}});
    json.close(']');
    json.member("nodes", tree.nodes());
    // What else there is at the top is metadata of the run.
    const Json job = job_json(profile);
    for (const auto &[name, value] : job.items())
        if (value.is_primitive() && !value.is_null())
            json.member(name, value);
    json.finish();
}

}  // namespace mpimon
