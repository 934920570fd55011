// Which processes counted, and what; in one job they may differ, as programs may.
#ifndef MPIMON_ANALYSIS_SUMMARY_PARTICIPANTS_H
#define MPIMON_ANALYSIS_SUMMARY_PARTICIPANTS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// Ranks that have something in common.
struct RankGroup {
    std::string text;  // a program, or details as MPIR_CVAR_MONITORING_DETAIL lists them
    std::vector<uint32_t> ranks;
};

class Participants {
  public:
    explicit Participants(const Profile &profile);

    // Whether a process of the profile, by its index there, has counted: it was to, or it has traffic, since monitoring
    // was switched on while it ran.
    bool counted(size_t process) const { return counted_[process]; }
    // Whether a world rank was not to record this detail, so that nothing is wrong if it is missing. Ranks that are
    // not in the profile should have it, as far as is known.
    bool may_lack(uint32_t world_rank, std::string_view detail) const;

    // Whether all that counted keep classes apart (enable 2).
    bool classes_apart() const;

    // Groups in the order of their first ranks.
    std::vector<RankGroup> programs() const;
    std::vector<RankGroup> details() const;  // of those that counted
    std::vector<uint32_t> without_counts() const;

  private:
    const Profile &profile_;
    std::vector<bool> counted_;
};

}  // namespace mpimon

#endif
