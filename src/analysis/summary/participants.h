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

    // Of a process of the profile, by its index there. One that nobody switched on counts as such if it has no traffic.
    bool counted(size_t process) const { return counted_[process]; }
    // Whether this detail is known of a world rank: it counted, and was told to record that. Of ranks that are not in
    // the profile it is not known why; so nothing excuses what they lack.
    bool may_lack(uint32_t world_rank, std::string_view detail) const;

    // Whether all that counted keep classes apart (enable 2).
    bool classes_apart() const;

    // By their first rank.
    std::vector<RankGroup> programs() const;
    std::vector<RankGroup> details() const;  // of those that counted
    std::vector<uint32_t> without_counts() const;

  private:
    const Profile &profile_;
    std::vector<bool> counted_;
};

}  // namespace mpimon

#endif
