#include "analysis/summary/job/participants.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/names/names.h"

namespace mpimon {

namespace {

// Adds a rank to the group of this text; ranks come in their order.
void add_rank(std::vector<RankGroup> &groups, const std::string &text, uint32_t rank) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const RankGroup &known) { return known.text == text; });
    if (group == groups.end())
        group = groups.insert(group, {text, {}});
    group->ranks.push_back(rank);
}

// Two programs may have the same name.
std::string program_label(const Settings &settings, bool with_build) {
    constexpr size_t kShown = 8;
    const std::string build = settings.build_id.empty() ? "not known" : settings.build_id.substr(0, kShown);
    return with_build ? settings.executable + " (build " + build + ")" : settings.executable;
}

}  // namespace

Participants::Participants(const Profile &profile) : profile_(profile) {
    for (const Process &process : profile.processes)
        counted_.push_back(profile.settings_of(process).enable != 0);
    if (std::find(counted_.begin(), counted_.end(), false) == counted_.end())
        return;
    profile.flows.each_process([&](const Flows &flows) {
        if (flows.size() > 0)
            counted_[flows.process[0]] = true;
    });
}

bool Participants::may_lack(uint32_t world_rank, std::string_view detail) const {
    const Process *process = profile_.process_of(world_rank);
    if (process == nullptr)
        return false;
    return !counted(static_cast<size_t>(process - profile_.processes.data())) ||
           !records(profile_.settings_of(*process).detail, detail);
}

bool Participants::classes_apart() const {
    bool apart = false;
    for (size_t i = 0; i < counted_.size(); ++i) {
        const int32_t enable = profile_.settings_of(profile_.processes[i]).enable;
        if (counted_[i] && enable < 2)
            return false;
        apart = apart || counted_[i];
    }
    return apart || profile_.job.enable >= 2;
}

std::vector<RankGroup> Participants::programs() const {
    std::map<std::string, std::set<std::string>> builds;
    for (const Settings &settings : profile_.settings)
        builds[settings.executable].insert(settings.build_id);
    std::vector<RankGroup> groups;
    for (const Process &process : profile_.processes) {
        const Settings &settings = profile_.settings_of(process);
        add_rank(groups, program_label(settings, builds[settings.executable].size() > 1), process.world_rank);
    }
    return groups;
}

std::vector<RankGroup> Participants::details() const {
    std::vector<RankGroup> groups;
    for (size_t i = 0; i < counted_.size(); ++i)
        if (counted_[i])
            add_rank(groups, profile_.settings_of(profile_.processes[i]).detail, profile_.processes[i].world_rank);
    return groups;
}

std::vector<uint32_t> Participants::without_counts() const {
    std::vector<uint32_t> ranks;
    for (size_t i = 0; i < counted_.size(); ++i)
        if (!counted_[i])
            ranks.push_back(profile_.processes[i].world_rank);
    return ranks;
}

}  // namespace mpimon
