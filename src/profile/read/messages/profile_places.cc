// Where processes are, how they reach each other, and the hardware of their nodes.
#include <algorithm>
#include <utility>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

std::string_view view(const protozero::data_view &data) {
    return {data.data(), data.size()};
}

template <class Iterators, class Value>
void append(const Iterators &values, std::vector<Value> &column) {
    column.insert(column.end(), values.begin(), values.end());
}

// A text as the engine has room for it.
std::string_view cut(std::string_view text) {
    return text.substr(0, MPIMON_TEXT - 1);
}

}  // namespace

void ProfileBuilder::read_place(pbf_reader message) {
    PlaceMessage place;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Place::node):
                place.node = view(message.get_view());
                break;
            case varint(field::Place::node_index):
                place.node_index = message.get_uint32();
                break;
            case varint(field::Place::by_name):
                place.by_name = message.get_bool();
                break;
            case delimited(field::Place::cpuset):
                place.cpuset = view(message.get_view());
                break;
            case varint(field::Place::bound):
                place.bound = message.get_bool();
                break;
            case varint(field::Place::package):
                place.objects[0] = message.get_uint32();
                break;
            case varint(field::Place::numa_node):
                place.objects[1] = message.get_uint32();
                break;
            case varint(field::Place::l3):
                place.objects[2] = message.get_uint32();
                break;
            case varint(field::Place::core):
                place.objects[3] = message.get_uint32();
                break;
            case fixed64(field::Place::topology):
                place.topology = message.get_fixed64();
                break;
            case fixed32(field::Place::seen):
                place.seen = message.get_fixed32();
                break;
            case varint(field::Place::alone):
                place.alone = message.get_bool();
                break;
            default:
                message.skip();
        }
    }
    message_.place = place;
}

void ProfileBuilder::read_transports(pbf_reader message) {
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Transports::peer_delta):
                append(message.get_packed_sint64(), message_.transport_peer_deltas);
                break;
            case delimited(field::Transports::name):
                append(message.get_packed_uint32(), message_.transport_names);
                break;
            default:
                message.skip();
        }
    }
}

// The message has numbers of hardware objects counted from 1, and 0 for none, which becomes NONE.
void ProfileBuilder::merge_place(Process &process, uint64_t offset) {
    if (!message_.place) {
        diagnose_rank(offset, message_.topology.empty() ? 0 : 1, "descriptions of hardware");
        return;
    }
    const PlaceMessage &own = *message_.place;
    const std::pair<std::string, uint32_t> key(cut(own.node), own.by_name ? MPIMON_NONE : own.node_index);
    const auto [entry, is_new] = nodes_.try_emplace(key, static_cast<uint32_t>(profile_.nodes.size()));
    if (is_new) {
        profile_.nodes.push_back({key.first, key.second, MPIMON_NONE});
        node_facts_.emplace_back();
    }
    Place &place = process.place;
    place.node = entry->second;
    place.cpuset = names_.index_of(cut(own.cpuset));
    place.alone = own.alone;
    NodeFacts &node = node_facts_[place.node];
    if (own.bound) {
        place.bound = true;
        place.package = own.objects[0] - 1;
        place.numa_node = own.objects[1] - 1;
        place.l3 = own.objects[2] - 1;
        place.core = own.objects[3] - 1;
        node.seen_alike = node.seen_alike && node.seen.value_or(own.seen) == own.seen;
        node.seen = own.seen;
    }
    if (own.topology != 0)
        node.topology = own.topology;
    merge_hardware(own.topology, offset);
}

void ProfileBuilder::merge_hardware(uint64_t hash, uint64_t offset) {
    if (message_.topology.empty())
        return;
    const bool sound = message_.topology.size() <= MPIMON_HARDWARE_BYTES && hash != 0;
    const auto next = static_cast<uint32_t>(profile_.topologies.size());
    if (sound && topologies_.try_emplace(hash, next).second)
        profile_.topologies.emplace_back(message_.topology);
    diagnose_rank(offset, sound ? 0 : 1, "descriptions of hardware");
}

void ProfileBuilder::merge_transports(uint32_t process, uint64_t offset) {
    const auto [whole, longest] = std::minmax({message_.transport_peer_deltas.size(), message_.transport_names.size()});
    size_t bad = longest - whole;
    uint64_t peer = 0;
    for (size_t i = 0; i < whole; ++i) {
        peer += static_cast<uint64_t>(message_.transport_peer_deltas[i]);
        const uint32_t name = message_.transport_names[i];
        uint32_t translated = 0;
        if (name >= name_map_.size() || !translate_peer(peer, translated))
            ++bad;
        else
            profile_.transports.push_back({process, translated, name_map_[name]});
    }
    diagnose_rank(offset, bad, "transports");
}

// Numbers nodes by their lowest rank: the processes are in the order of theirs. Objects of processes that do not see
// the same hardware cannot be compared, so nothing is known of them.
void ProfileBuilder::sort_nodes() {
    std::vector<uint32_t> new_index(profile_.nodes.size(), MPIMON_NONE);
    std::vector<Node> sorted;
    for (Process &process : profile_.processes) {
        Place &place = process.place;
        if (!place.is_known())
            continue;
        const NodeFacts &facts = node_facts_[place.node];
        uint32_t &index = new_index[place.node];
        if (index == MPIMON_NONE) {
            index = static_cast<uint32_t>(sorted.size());
            sorted.push_back(std::move(profile_.nodes[place.node]));
            const auto topology = topologies_.find(facts.topology);
            if (topology != topologies_.end())
                sorted.back().topology = topology->second;
        }
        Place shown;
        shown.cpuset = place.cpuset;
        if (facts.seen_alike)
            shown = place;
        shown.node = index;
        place = shown;
    }
    profile_.nodes = std::move(sorted);
}

// Processes come in any order, and foreign peers are numbered anew.
void ProfileBuilder::sort_transports() {
    std::stable_sort(profile_.transports.begin(), profile_.transports.end(),
                     [](const Transport &a, const Transport &b) {
                         return std::pair(a.process, a.peer) < std::pair(b.process, b.peer);
                     });
}

}  // namespace mpimon
