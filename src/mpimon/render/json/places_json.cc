#include "mpimon/render/json/places_json.h"

#include "analysis/names/names.h"
#include "analysis/place/locality.h"

namespace mpimon {

namespace {

Json or_null(uint32_t index) {
    return index == MPIMON_NONE ? Json() : Json(index);
}

void write_transports(const Profile &profile, JsonStream &json) {
    const auto column = [&](const char *name, auto value_of) {
        json.open_array(name);
        for (const Transport &row : profile.transports)
            json.element(value_of(row));
        json.close(']');
    };
    json.open_object("transports");
    column("rank", [&](const Transport &row) -> Json { return profile.processes[row.process].world_rank; });
    column("peer", [&](const Transport &row) -> Json {
        return is_world_rank(row.peer) ? Json(row.peer) : Json(peer_name(profile, row.peer));
    });
    column("transport", [&](const Transport &row) -> Json { return profile.names[row.name]; });
    json.close('}');
}

}  // namespace

Json place_json(const Profile &profile, const Place &place) {
    return {{"node", place.node},
            {"alone", place.alone},
            {"cpuset", profile.names[place.cpuset]},
            {"bound", place.bound},
            {"package", or_null(place.package)},
            {"numa_node", or_null(place.numa_node)},
            {"l3", or_null(place.l3)},
            {"core", or_null(place.core)}};
}

void write_places(const Profile &profile, JsonStream &json) {
    if (!has_places(profile))
        return;
    const std::vector<std::string> labels = node_labels(profile);
    json.open_array("nodes");
    for (size_t i = 0; i < profile.nodes.size(); ++i) {
        const Node &node = profile.nodes[i];
        json.element({{"label", labels[i]},
                      {"name", node.name},
                      {"index", or_null(node.index)},
                      {"topology", or_null(node.topology)}});
    }
    json.close(']');
    write_transports(profile, json);
    json.open_array("topologies");
    for (const std::string &topology : profile.topologies)
        json.element(topology);
    json.close(']');
}

}  // namespace mpimon
