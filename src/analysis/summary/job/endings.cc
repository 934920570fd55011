#include "analysis/summary/job/endings.h"

#include <algorithm>
#include <array>

namespace mpimon {

std::vector<EndingGroup> endings(const Profile &profile) {
    std::vector<EndingGroup> groups;
    for (const Process &process : profile.processes) {
        if (process.complete || process.ending == MPIMON_ENDING_UNKNOWN)
            continue;
        auto group = std::find_if(groups.begin(), groups.end(), [&](const EndingGroup &known) {
            return known.ending == process.ending && known.exit_code == process.exit_code;
        });
        if (group == groups.end())
            group = groups.insert(group, {static_cast<mpimon_ending>(process.ending), process.exit_code, {}});
        group->ranks.push_back(process.world_rank);
    }
    return groups;
}

std::string_view ending_name(mpimon_ending ending) {
    constexpr std::array<std::string_view, MPIMON_ENDINGS> kNames = {"unknown", "exited", "aborted", "killed",
                                                                     "running"};
    return kNames[ending];
}

std::string_view job_ending(const Profile &profile) {
    const auto complete = [](const Process &process) { return process.complete; };
    if (std::all_of(profile.processes.begin(), profile.processes.end(), complete) &&
        profile.processes.size() == profile.job.world_size)
        return "complete";
    const std::vector<EndingGroup> groups = endings(profile);
    for (const mpimon_ending ending :
         {MPIMON_ENDING_ABORT, MPIMON_ENDING_EXIT, MPIMON_ENDING_KILLED, MPIMON_ENDING_NONE})
        for (const EndingGroup &group : groups)
            if (group.ending == ending)
                return ending_name(ending);
    return ending_name(MPIMON_ENDING_UNKNOWN);
}

}  // namespace mpimon
