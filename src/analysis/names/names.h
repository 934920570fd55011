// Names of classes, paths, operations and peers as users see them.
#ifndef MPIMON_ANALYSIS_NAMES_NAMES_H
#define MPIMON_ANALYSIS_NAMES_NAMES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

std::string_view class_name(mpimon_class traffic_class);
std::string_view path_name(mpimon_path path);
std::string_view direction_name(mpimon_direction direction);

// "Ibcast" for the nonblocking "Bcast", "Bcast_init" for the persistent one.
std::string operation_name(std::string_view operation, mpimon_mode mode);

// Whether the job was to record this detail: "receives", for one.
bool records(const Job &job, std::string_view detail);

// "MPI_COMM_WORLD", or by its context id if it has no name.
std::string communicator_name(const Communicator &communicator);

inline bool is_world_rank(uint32_t peer) {
    return (peer & MPIMON_PEER_FOREIGN_BIT) == 0;
}

// A world rank as a number, a foreign peer as "f:TABLE:INDEX", and "unknown".
std::string peer_name(const Profile &profile, uint32_t peer);

// Some of the traffic classes.
class ClassSet {
  public:
    static ClassSet all() { return ClassSet((1U << MPIMON_CLASSES) - 1); }

    bool has(mpimon_class traffic_class) const { return (bits_ >> traffic_class & 1U) != 0; }
    bool is_all() const { return *this == all(); }
    bool operator==(const ClassSet &other) const { return bits_ == other.bits_; }

    std::vector<std::string_view> names() const;
    // "p2p, coll", or "all classes".
    std::string text() const;

    // The classes of these names; all of them for none. Throws WrongArgument if one is unknown.
    static ClassSet named(const std::vector<std::string> &names);

  private:
    explicit ClassSet(uint32_t bits) : bits_(bits) {}
    uint32_t bits_;
};

}  // namespace mpimon

#endif
