#include "analysis/place/where.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mpimon {

namespace {

// UCX's transports, and libfabric's providers, that are an internet protocol.
bool is_ip(std::string_view transport) {
    constexpr std::array<std::string_view, 4> kProtocols = {"tcp", "sockets", "udp", "net"};
    const std::string_view name = transport.substr(0, transport.find_first_of("/;"));
    return std::find(kProtocols.begin(), kProtocols.end(), name) != kProtocols.end();
}

}  // namespace

Carriers::Carriers(const Profile &profile) : profile_(profile) {}

Carriers::Range Carriers::range_of(uint32_t rank, uint32_t peer) const {
    const std::vector<Transport> &all = profile_.transports;
    const Process *process = profile_.process_of(rank);
    if (process == nullptr)
        return {all.end(), all.end()};
    Transport wanted;
    wanted.process = static_cast<uint32_t>(process - profile_.processes.data());
    wanted.peer = peer;
    return std::equal_range(all.begin(), all.end(), wanted, [](const Transport &a, const Transport &b) {
        return std::pair(a.process, a.peer) < std::pair(b.process, b.peer);
    });
}

std::string Carriers::transports(uint32_t rank, uint32_t peer, const char *separator) const {
    std::string text;
    const auto [first, last] = range_of(rank, peer);
    for (auto transport = first; transport != last; ++transport)
        text += (text.empty() ? "" : separator) + profile_.names[transport->name];
    if (!text.empty())
        return text;
    const Process *process = profile_.process_of(rank);
    return process != nullptr && process->complete ? "not asked" : "not known";
}

std::string Carriers::carrier(mpimon_path path, uint32_t rank, uint32_t peer, const char *separator) const {
    return path == MPIMON_PATH_NET ? transports(rank, peer, separator) : std::string(path_name(path));
}

bool Carriers::is_ip_alone(uint32_t rank, uint32_t peer) const {
    const auto [first, last] = range_of(rank, peer);
    return first != last &&
           std::all_of(first, last, [&](const Transport &transport) { return is_ip(profile_.names[transport.name]); });
}

void WhereSums::Sum::add(const Totals &more, uint32_t source, uint32_t target) {
    totals.add(more);
    const std::pair pair(source, target);
    pairs += last == pair ? 0 : 1;
    last = pair;
}

void WhereSums::add(const PairTraffic &row, Locality locality, const Totals &totals, bool read) {
    if (totals.messages == 0)
        return;
    const uint32_t rank = read ? row.target : row.source;
    const uint32_t peer = read ? row.source : row.target;
    localities_[locality].add(totals, row.source, row.target);
    sums_[{row.path == MPIMON_PATH_NET, carriers_.carrier(row.path, rank, peer), locality}].add(totals, row.source,
                                                                                                row.target);
    if (row.path != MPIMON_PATH_NET || !is_on_one_node(locality) || !carriers_.is_ip_alone(rank, peer))
        return;
    if (ip_.pairs == 0)
        first_ip_ = {row.source, row.target};
    ip_.add(totals, row.source, row.target);
}

void WhereSums::add(const std::vector<PairTraffic> &rows) {
    if (!has_places(profile_))
        return;
    for (const PairTraffic &row : rows) {
        if (!is_world_rank(row.source) || !is_world_rank(row.target))
            continue;
        const Locality locality = locality_of(profile_, row.source, row.target);
        add(row, locality, row.sent, false);
        if (row.traffic_class == MPIMON_CLASS_RMA)
            add(row, locality, row.received, true);
    }
}

Where WhereSums::take() const {
    Where where;
    for (const auto &[locality, sum] : localities_)
        where.localities.push_back({locality, sum.totals, sum.pairs});
    for (const auto &[key, sum] : sums_) {
        const auto &[net, carrier, locality] = key;
        where.carriers.push_back({carrier, !net, locality, sum.totals, sum.pairs});
    }
    if (ip_.pairs > 0)
        where.ip_on_one_node = {ip_.pairs, ip_.totals, first_ip_.first, first_ip_.second};
    return where;
}

}  // namespace mpimon
