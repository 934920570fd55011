#include "profile/write/encode/encode_places.h"

#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

void encode_place(const SegmentView &segment, Wire &wire) {
    const mpimon_place *place = nullptr;
    segment.each<mpimon_place>([&](const mpimon_place &item, uint32_t) { place = &item; });
    if (place == nullptr)
        return;
    const bool bound = place->bound != 0;
    const size_t start = wire.open(field::Process::place);
    wire.text(field::Place::node, place->node, sizeof place->node);
    wire.integer(field::Place::node_index, place->node_index);
    wire.integer(field::Place::by_name, place->by_name != 0);
    wire.text(field::Place::cpuset, place->cpuset, sizeof place->cpuset);
    wire.integer(field::Place::bound, bound);
    // NONE becomes 0.
    wire.integer(field::Place::package, bound ? place->package + 1 : 0);
    wire.integer(field::Place::numa_node, bound ? place->numa_node + 1 : 0);
    wire.integer(field::Place::l3, bound ? place->l3 + 1 : 0);
    wire.integer(field::Place::core, bound ? place->core + 1 : 0);
    if (bound)
        wire.fixed32(field::Place::seen, place->seen);
    wire.integer(field::Place::alone, place->alone != 0);
    if (place->topology != 0)
        wire.fixed64(field::Place::topology, place->topology);
    wire.close(start);
}

struct Transport {
    mpimon_transport item;
    uint32_t order;  // among all: those to the same peer keep theirs
};

int compare_transports(const void *left, const void *right) {
    const auto &a = *static_cast<const Transport *>(left);
    const auto &b = *static_cast<const Transport *>(right);
    return a.item.peer != b.item.peer ? compare_values(a.item.peer, b.item.peer) : compare_values(a.order, b.order);
}

bool encode_transports(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t names = segment.count<mpimon_name>();
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    Array<Transport> transports;
    segment.each<mpimon_transport>([&](const mpimon_transport &item, uint32_t index) {
        if (item.name < names && segment.sound_peer(item.peer, foreign_peers))
            transports.push({item, index});
        else
            ++skipped;
    });
    if (transports.failed())
        return false;
    if (transports.size() == 0)
        return true;
    transports.sort(compare_transports);
    const size_t start = wire.open(field::Process::transports);
    const size_t peers = wire.open(field::Transports::peer_delta);
    int64_t before = 0;
    for (const Transport &transport : transports) {
        wire.element(Wire::zigzag(int64_t{transport.item.peer} - before));
        before = transport.item.peer;
    }
    wire.close(peers);
    const size_t indices = wire.open(field::Transports::name);
    for (const Transport &transport : transports)
        wire.element(transport.item.name);
    wire.close(indices);
    wire.close(start);
    return true;
}

bool encode_hardware(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    Array<char> text;
    segment.each<mpimon_hardware>([&](const mpimon_hardware &item, uint32_t) {
        if (text.size() >= MPIMON_HARDWARE_BYTES)
            ++skipped;
        else if (char *target = text.append(sizeof item.text))
            memcpy(target, item.text, sizeof item.text);
    });
    if (text.size() > 0)
        wire.text(field::Process::topology, text.begin(), text.size());
    return !text.failed();
}

}  // namespace

bool encode_places(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    encode_place(segment, wire);
    const bool transports = encode_transports(segment, wire, skipped);
    return encode_hardware(segment, wire, skipped) && transports;
}

}  // namespace mpimon
