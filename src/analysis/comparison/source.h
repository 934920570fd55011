// A profile, and what all measures need of it: sums over its flows, and names beyond the profile for what it counts.
#ifndef MPIMON_ANALYSIS_COMPARISON_SOURCE_H
#define MPIMON_ANALYSIS_COMPARISON_SOURCE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison/subjects.h"
#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

// All flows of one communicator, context and kind.
struct FlowSum {
    uint32_t communicator = 0;
    uint32_t context = 0;
    mpimon_class traffic_class = MPIMON_CLASS_P2P;
    mpimon_path path = MPIMON_PATH_SELF;
    mpimon_direction direction = MPIMON_SENT;
    Totals totals;

    // Whether its messages are counted here, as PairTraffic::moved() does.
    bool is_moved() const {
        return direction == MPIMON_SENT || (direction == MPIMON_RECEIVED && traffic_class == MPIMON_CLASS_RMA);
    }
};

class Source {
  public:
    // `members_differ`: the jobs have different ranks, so that members do not tell communicators of one name apart.
    Source(const Profile &profile, ClassSet classes, bool members_differ);

    const Profile &profile() const { return profile_; }
    ClassSet classes() const { return classes_; }
    const std::vector<FlowSum> &flows() const { return flows_; }
    // A number for the operation, the algorithm and the parent of a row of Profile::collectives.
    uint64_t algorithm_of(size_t row) const { return algorithm_of_[row]; }

    // Whether what needs this detail was counted; kSizesOfCollectives may be asked for, too.
    bool has_recorded(std::string_view detail) const;

    // The names for a key, which key_of() makes of what the subject goes by.
    Identity identity(Subject subject, uint64_t key) const;

  private:
    void add_flows();
    void add_algorithms();
    void add_communicators(bool members_differ);

    const Profile &profile_;
    ClassSet classes_;
    std::vector<FlowSum> flows_;
    std::vector<uint64_t> algorithm_of_;
    std::vector<Identity> algorithms_;
    std::vector<std::string> communicators_;
};

// No detail by itself: profiles have it or, if they are old, have not.
constexpr std::string_view kSizesOfCollectives = "sizes of collectives";

// Keys of things that go by two numbers, and those of particular subjects.
inline uint64_t joined_key(uint32_t high, uint32_t low) {
    return uint64_t{high} << 32U | low;
}
uint64_t collective_size_key(const CollectiveSize &row);
uint64_t wait_key(const Wait &row);
uint64_t file_key(const FileCalls &row);
uint64_t file_key(const FileAccess &row);

}  // namespace mpimon

#endif
