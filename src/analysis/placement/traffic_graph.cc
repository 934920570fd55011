#include "analysis/placement/traffic_graph.h"

#include <algorithm>
#include <utility>

namespace mpimon::placement {

namespace {

std::pair<uint32_t, uint32_t> pair_of(const Exchange &exchange) {
    return {exchange.a, exchange.b};
}

// One for each pair, with a < b, in order.
void join(std::vector<Exchange> &exchanges) {
    for (Exchange &exchange : exchanges)
        if (exchange.a > exchange.b)
            std::swap(exchange.a, exchange.b);
    std::sort(exchanges.begin(), exchanges.end(),
              [](const Exchange &a, const Exchange &b) { return pair_of(a) < pair_of(b); });
    size_t kept = 0;
    for (const Exchange &exchange : exchanges) {
        if (exchange.a == exchange.b || exchange.totals == Totals())
            continue;
        if (kept > 0 && pair_of(exchanges[kept - 1]) == pair_of(exchange))
            exchanges[kept - 1].totals.add(exchange.totals);
        else
            exchanges[kept++] = exchange;
    }
    exchanges.resize(kept);
}

}  // namespace

TrafficGraph::TrafficGraph(uint32_t ranks, std::vector<Exchange> exchanges) : first_(size_t{ranks} + 1) {
    join(exchanges);
    for (const Exchange &exchange : exchanges) {
        ++first_[exchange.a + 1];
        ++first_[exchange.b + 1];
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
        first_[rank + 1] += first_[rank];
    peers_.resize(2 * exchanges.size());
    std::vector<size_t> next(first_.begin(), first_.end() - 1);
    // Pairs come by their lower rank and then their higher one, so each rank meets its peers in order: first the lower
    // ones, since those pairs come before its own.
    for (const Exchange &exchange : exchanges) {
        peers_[next[exchange.a]++] = {exchange.b, exchange.totals};
        peers_[next[exchange.b]++] = {exchange.a, exchange.totals};
    }
}

void add_exchanges(const Profile &profile, ClassSet classes, std::vector<Exchange> &exchanges) {
    // A read was counted by its origin; all else counts where it was sent.
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const mpimon_class traffic_class = flows.traffic_class(i);
            const mpimon_direction direction = flows.direction(i);
            const bool moved =
                direction == MPIMON_SENT || (direction == MPIMON_RECEIVED && traffic_class == MPIMON_CLASS_RMA);
            if (moved && classes.has(traffic_class) && is_world_rank(flows.peer[i]) &&
                flows.peer[i] < profile.job.world_size)
                exchanges.push_back({profile.rank_of(flows, i), flows.peer[i], {flows.messages[i], flows.bytes[i]}});
        }
    });
}

}  // namespace mpimon::placement
