// What calls of collectives asked for, pair by pair and algorithm by algorithm.
#ifndef MPIMON_ANALYSIS_TRAFFIC_ASKED_VOLUMES_H
#define MPIMON_ANALYSIS_TRAFFIC_ASKED_VOLUMES_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

// Two processes of a communicator, in the direction of the data.
struct AskedPair {
    uint32_t process = 0;  // that sends: index into Profile::processes
    uint32_t peer = 0;     // as in Flows::peer
    uint32_t communicator = 0;

    auto fields() const { return std::tie(process, peer, communicator); }
    bool operator<(const AskedPair &other) const { return fields() < other.fields(); }
};

struct AskedVolume {
    Totals totals;
    bool estimated = false;  // at least a part: as if all processes contributed alike
};

// How an operation was carried out.
struct AskedBy {
    std::string operation;  // "Ibcast"; "Bcast", of whatever mode, where the algorithm is not known
    std::string algorithm;  // empty: not known

    auto fields() const { return std::tie(operation, algorithm); }
    bool operator<(const AskedBy &other) const { return fields() < other.fields(); }
};

// Operations of which the profile does not know all.
struct AskedGaps {
    std::vector<std::string> estimated;  // by name, as are the others
    std::vector<std::string> left_out;   // of a part of their calls it is not known with whom they were
};

// Calls visit() for each volume; the same pair may come several times. Left out are volumes that processes without a
// record send, and those with peers that cannot be told.
using AskedVisit = std::function<void(const AskedPair &, const AskedBy &, const AskedVolume &)>;
AskedGaps each_asked(const Profile &profile, const AskedVisit &visit);

using AskedVolumes = std::map<AskedPair, AskedVolume>;

struct AskedAlgorithm {
    AskedBy by;
    Totals totals;
    AskedVolumes volumes;
};

// Most bytes, or messages, first.
std::vector<AskedAlgorithm> asked_by_algorithm(const Profile &profile, bool by_messages, AskedGaps &gaps);

}  // namespace mpimon

#endif
