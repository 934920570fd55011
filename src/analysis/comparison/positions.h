// Which ranks of different jobs are the same.
#ifndef MPIMON_ANALYSIS_COMPARISON_POSITIONS_H
#define MPIMON_ANALYSIS_COMPARISON_POSITIONS_H

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

enum class MatchRanks {
    kByRank,
    kByHost,  // by where they are: on the first host, the second process
};

// A peer, in terms that do not depend on the profile.
struct Position {
    enum Kind : uint32_t { kPlaced, kRank, kForeign, kUnknown } kind = kUnknown;
    uint32_t high = 0;  // placed: the host, in the order of the lowest ranks; foreign: the table
    uint32_t low = 0;   // placed: which process of the host; the rank; foreign: the index

    auto fields() const { return std::tie(kind, high, low); }
    bool operator<(const Position &other) const { return fields() < other.fields(); }
    bool operator==(const Position &other) const { return fields() == other.fields(); }
};

// "3"; "0:2" for the third process of the first host; "f:1:7", as peer_name() has it.
std::string position_name(const Position &position);

class Positions {
  public:
    Positions(const Profile &profile, MatchRanks match);

    Position of_peer(uint32_t peer) const;

    // All processes of the profile, by position: this, and the index into Profile::processes.
    const std::vector<std::pair<Position, uint32_t>> &processes() const { return processes_; }

  private:
    const Profile &profile_;
    std::vector<Position> placed_;  // by process; empty: by rank
    std::vector<std::pair<Position, uint32_t>> processes_;
};

}  // namespace mpimon

#endif
