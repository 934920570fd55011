// Names of classes, paths, operations and peers, as they are in files and options.
#ifndef MPIMON_ANALYSIS_NAMES_NAMES_H
#define MPIMON_ANALYSIS_NAMES_NAMES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/format/operations.h"
#include "profile/read/profile.h"

namespace mpimon {

std::string_view class_name(mpimon_class traffic_class);
std::string_view path_name(mpimon_path path);
std::string_view direction_name(mpimon_direction direction);
std::string_view kind_name(mpimon_operation_kind kind);

// "late sender", "late receiver", "epoch" or "collective".
std::string_view wait_kind_name(mpimon_wait_kind kind);

// The MPI function of an overlap site; "others" for what is from further sites.
std::string_view overlap_function_name(const OverlapSite &site);

// Why calls stay synchronous, in a word or two.
std::string_view overlap_reason_name(mpimon_overlap_reason reason);

// All classes, in their order.
std::vector<std::string_view> class_names();
std::optional<mpimon_class> class_named(std::string_view name);

// "Ibcast" for the nonblocking "Bcast", "Bcast_init" for the persistent one.
std::string operation_name(std::string_view operation, mpimon_mode mode);

// What a gauge is counted in: "bytes", "requests"; empty if the gauge is not known.
std::string_view gauge_unit(std::string_view gauge);

// Whether the job was to record this detail: "receives", for one.
bool records(const Job &job, std::string_view detail);
bool records(const std::string &details, std::string_view detail);

// Whether launchers give this control variable a value by themselves, so that it says nothing of the user's wishes.
bool is_set_by_launchers(const Cvar &cvar);

inline bool is_world_rank(uint32_t peer) {
    return (peer & MPIMON_PEER_FOREIGN_BIT) == 0;
}

// A world rank as a number, a foreign peer as "f:TABLE:INDEX", and "unknown".
std::string peer_name(const Profile &profile, uint32_t peer);

// The names of a region and of those around it, from the outermost on, as the program gave them; none for no region.
std::vector<std::string> region_names(const Profile &profile, uint32_t region);

// The same joined, "solve / exchange"; empty for no region.
std::string region_path(const Profile &profile, uint32_t region);

// Some of the traffic classes.
class ClassSet {
  public:
    static ClassSet none() { return ClassSet(0); }
    static ClassSet all() { return ClassSet((1U << MPIMON_CLASSES) - 1); }

    void add(mpimon_class traffic_class) { bits_ |= 1U << traffic_class; }
    bool has(mpimon_class traffic_class) const { return (bits_ >> traffic_class & 1U) != 0; }
    bool is_all() const { return *this == all(); }
    bool operator==(const ClassSet &other) const { return bits_ == other.bits_; }

    std::vector<std::string_view> names() const;
    // The same without classes that profiles had only later, where this one has nothing of them.
    std::vector<std::string_view> names_in(const Profile &profile) const;

  private:
    explicit ClassSet(uint32_t bits) : bits_(bits) {}
    uint32_t bits_;
};

}  // namespace mpimon

#endif
