// Traffic by where the ranks are to each other, and by what carried it.
#ifndef MPIMON_ANALYSIS_PLACE_WHERE_H
#define MPIMON_ANALYSIS_PLACE_WHERE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/place/locality.h"
#include "analysis/traffic/traffic.h"

namespace mpimon {

// What carries a process's messages to a peer: the path, where CH4 carries them by itself; else the network module's
// transports to that peer.
class Carriers {
  public:
    explicit Carriers(const Profile &profile);

    // Whether any process says how its network module reaches a peer.
    bool recorded() const { return !profile_.transports.empty(); }

    // The transports from one world rank to another, as "posix/memory, cma/memory". "not asked" where the process had
    // too many peers to ask for each; "not known" where it ended without MPI_Finalize, or has no record.
    std::string transports(uint32_t rank, uint32_t peer, const char *separator = ", ") const;

    // "self", "shm" or "ipc"; else the above.
    std::string carrier(mpimon_path path, uint32_t rank, uint32_t peer, const char *separator = ", ") const;

    // Whether there is nothing but an internet protocol, although the two may be on one node.
    bool is_ip_alone(uint32_t rank, uint32_t peer) const;

  private:
    using Range = std::pair<std::vector<Transport>::const_iterator, std::vector<Transport>::const_iterator>;
    Range range_of(uint32_t rank, uint32_t peer) const;

    const Profile &profile_;
};

struct LocalityTotals {
    Locality locality = Locality::kUnknown;
    Totals totals;
    uint64_t pairs = 0;  // in one direction
};

struct CarrierTotals {
    std::string carrier;
    bool own = false;  // MPICH's own path, not the network module's
    Locality locality = Locality::kUnknown;
    Totals totals;
    uint64_t pairs = 0;
};

// Pairs of ranks of one node whose network module uses nothing but an internet protocol.
struct IpOnOneNode {
    uint64_t pairs = 0;
    Totals totals;
    uint32_t source = 0;  // the first of these
    uint32_t target = 0;
};

struct Where {
    std::vector<LocalityTotals> localities;  // from near to far; empty if no place is known
    std::vector<CarrierTotals> carriers;     // MPICH's own, then the others, by name and locality; empty likewise
    std::optional<IpOnOneNode> ip_on_one_node;
};

// Adds up the rows of each_source(), between ranks of this world.
class WhereSums {
  public:
    explicit WhereSums(const Profile &profile) : profile_(profile), carriers_(profile) {}

    void add(const std::vector<PairTraffic> &rows);
    Where take() const;

  private:
    struct Sum {
        Totals totals;
        uint64_t pairs = 0;
        std::optional<std::pair<uint32_t, uint32_t>> last;

        // Pairs come one after the other.
        void add(const Totals &more, uint32_t source, uint32_t target);
    };

    // `rank` has counted it: the source, or the target that has read it.
    void add(const PairTraffic &row, Locality locality, const Totals &totals, bool read);

    const Profile &profile_;
    Carriers carriers_;
    std::map<Locality, Sum> localities_;
    std::map<std::tuple<bool, std::string, Locality>, Sum> sums_;
    Sum ip_;
    std::pair<uint32_t, uint32_t> first_ip_;
};

}  // namespace mpimon

#endif
