#include "analysis/traffic/pair.h"

#include <algorithm>
#include <array>

namespace mpimon {

namespace {

// A row for each class, and for each class a second one for what is read.
using Rows = std::array<PairClass, size_t{2} * MPIMON_CLASSES>;

PairClass &row_of(Rows &rows, mpimon_class traffic_class, bool is_read) {
    PairClass &row = rows[2 * size_t{traffic_class} + (is_read ? 1 : 0)];
    row.traffic_class = traffic_class;
    row.is_read = is_read;
    return row;
}

// Visits the flows that the process of this rank counted with this peer in this direction.
template <class Visit>
void each_flow(const Profile &profile, uint32_t rank, uint32_t peer, mpimon_direction direction, Visit visit) {
    const Process *process = profile.process_of(rank);
    if (process == nullptr)
        return;
    Flows flows;
    profile.flows.unpack(static_cast<uint32_t>(process - profile.processes.data()), flows);
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.peer[i] == peer && flows.direction(i) == direction)
            visit(flows.traffic_class(i), Totals{flows.messages[i], flows.bytes[i]});
}

void add_sizes(const Profile &profile, uint32_t source, uint32_t target, Rows &rows) {
    const Process *process = profile.process_of(source);
    if (process == nullptr)
        return;
    const auto index = static_cast<uint32_t>(process - profile.processes.data());
    const auto first =
        std::lower_bound(profile.peer_sizes.begin(), profile.peer_sizes.end(), index,
                         [](const PeerSize &size, uint32_t wanted_process) { return size.process < wanted_process; });
    for (auto size = first; size != profile.peer_sizes.end() && size->process == index; ++size) {
        if (size->peer != target)
            continue;
        PairClass &row = row_of(rows, static_cast<mpimon_class>(size->traffic_class), false);
        row.sizes[size->bin] += size->messages;
        row.sized += size->messages;
    }
}

PairDirection direction_of(const Profile &profile, uint32_t source, uint32_t target, ClassSet classes) {
    Rows rows;
    each_flow(profile, source, target, MPIMON_SENT, [&](mpimon_class traffic_class, const Totals &totals) {
        row_of(rows, traffic_class, false).totals.add(totals);
    });
    each_flow(profile, target, source, MPIMON_RECEIVED, [&](mpimon_class traffic_class, const Totals &totals) {
        if (traffic_class == MPIMON_CLASS_RMA)
            row_of(rows, traffic_class, true).totals.add(totals);
    });
    add_sizes(profile, source, target, rows);
    PairDirection direction{source, target, {}};
    for (const PairClass &row : rows)
        if (row.totals.messages > 0 && classes.has(row.traffic_class))
            direction.classes.push_back(row);
    return direction;
}

}  // namespace

std::vector<PairDirection> pair_directions(const Profile &profile, uint32_t a, uint32_t b, ClassSet classes) {
    std::vector<PairDirection> directions = {direction_of(profile, a, b, classes)};
    if (a != b)
        directions.push_back(direction_of(profile, b, a, classes));
    return directions;
}

}  // namespace mpimon
