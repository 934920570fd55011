// Traffic by pairs of processes, in the direction in which the data flows.
#ifndef MPIMON_ANALYSIS_TRAFFIC_TRAFFIC_H
#define MPIMON_ANALYSIS_TRAFFIC_TRAFFIC_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

struct Totals {
    uint64_t messages = 0;
    uint64_t bytes = 0;

    void add(const Totals &other) {
        messages += other.messages;
        bytes += other.bytes;
    }
    bool operator==(const Totals &other) const { return messages == other.messages && bytes == other.bytes; }
};

// Peers as in Flows::peer.
struct PairTraffic {
    uint32_t source = 0;
    uint32_t target = 0;
    mpimon_class traffic_class = MPIMON_CLASS_P2P;
    mpimon_path path = MPIMON_PATH_SELF;
    Totals sent;      // as counted by the source
    Totals received;  // as counted by the target; of a one-sided read, by the target's process, which reads
    Totals
        undelivered;  // sent and not received: cancelled, as the source knows, or left unreceived, as the target knows

    bool is_self() const { return source == target; }

    // Every message once: two-sided ones as their sender counted them, one-sided ones as their origin did, which is the
    // source for a write and the target for a read.
    Totals moved() const;
};

// Calls visit(rows) for each source, from the lowest to the highest, with a row for every combination of it with a
// target, class and path that was seen, sorted by these. Memory holds one source's rows at a time, and about
// `most_received` rows of what targets received; for each time that many, the profile is read once more.
constexpr size_t kMostReceived = size_t{16} << 20U;
void each_source(const Profile &profile, ClassSet classes,
                 const std::function<void(const std::vector<PairTraffic> &)> &visit,
                 size_t most_received = kMostReceived);

}  // namespace mpimon

#endif
