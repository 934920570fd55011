#include "analysis/comparison/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/names/names.h"

namespace mpimon {

std::string position_name(const Position &position) {
    switch (position.kind) {
        case Position::kPlaced:
            return fmt::format("{}:{}", position.high, position.low);
        case Position::kRank:
            return std::to_string(position.low);
        case Position::kForeign:
            return fmt::format("f:{}:{}", position.high, position.low);
        case Position::kUnknown:
            break;
    }
    return "unknown";
}

// Processes are sorted by rank, so hosts are found in the order of their lowest ones.
Positions::Positions(const Profile &profile, MatchRanks match) : profile_(profile) {
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> hosts;  // the number of each, and its processes so far
    for (uint32_t i = 0; i < profile.processes.size(); ++i) {
        const Process &process = profile.processes[i];
        if (match == MatchRanks::kByHost) {
            auto &[host, processes] =
                hosts.try_emplace(process.host, static_cast<uint32_t>(hosts.size()), 0U).first->second;
            placed_.push_back({Position::kPlaced, host, processes++});
        }
    }
    for (uint32_t i = 0; i < profile.processes.size(); ++i)
        processes_.emplace_back(of_peer(profile.processes[i].world_rank), i);
    std::sort(processes_.begin(), processes_.end());
}

Position Positions::of_peer(uint32_t peer) const {
    if (is_world_rank(peer)) {
        const Process *process = placed_.empty() ? nullptr : profile_.process_of(peer);
        return process != nullptr ? placed_[static_cast<size_t>(process - profile_.processes.data())]
                                  : Position{Position::kRank, 0, peer};
    }
    if (peer == MPIMON_PEER_UNKNOWN)
        return {};
    const mpimon_foreign &foreign = profile_.foreign[peer & ~MPIMON_PEER_FOREIGN_BIT];
    return {Position::kForeign, foreign.table, foreign.index};
}

}  // namespace mpimon
