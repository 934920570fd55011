#include "mpimon/traffic.h"

#include <algorithm>

namespace mpimon {

namespace {

uint64_t pair_key(const PairTraffic &row) {
    return uint64_t{row.source} << 32U | row.target;
}
uint32_t kind_key(const PairTraffic &row) {
    return row.traffic_class * 8U + row.path;
}

bool before(const PairTraffic &a, const PairTraffic &b) {
    return pair_key(a) != pair_key(b) ? pair_key(a) < pair_key(b) : kind_key(a) < kind_key(b);
}

}  // namespace

Totals PairTraffic::moved() const {
    Totals totals = sent;
    if (traffic_class == MPIMON_CLASS_RMA)
        totals.add(received);
    return totals;
}

std::vector<PairTraffic> traffic_by_pair(const Profile &profile, ClassSet classes) {
    const Flows &flows = profile.flows;
    std::vector<PairTraffic> rows;
    rows.reserve(flows.size());
    for (size_t i = 0; i < flows.size(); ++i) {
        if (!classes.has(flows.traffic_class(i)))
            continue;
        PairTraffic row;
        row.source = profile.rank_of(i);
        row.target = flows.peer[i];
        row.traffic_class = flows.traffic_class(i);
        row.path = flows.path(i);
        const mpimon_direction direction = flows.direction(i);
        if (direction == MPIMON_RECEIVED || direction == MPIMON_UNRECEIVED)
            std::swap(row.source, row.target);
        (direction == MPIMON_SENT       ? row.sent
         : direction == MPIMON_RECEIVED ? row.received
                                        : row.settled) = {flows.messages[i], flows.bytes[i]};
        rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end(), before);
    size_t kept = 0;
    for (size_t i = 1; i < rows.size(); ++i) {
        if (!before(rows[kept], rows[i])) {
            rows[kept].sent.add(rows[i].sent);
            rows[kept].received.add(rows[i].received);
            rows[kept].settled.add(rows[i].settled);
        } else {
            rows[++kept] = rows[i];
        }
    }
    if (!rows.empty())
        rows.resize(kept + 1);
    return rows;
}

}  // namespace mpimon
