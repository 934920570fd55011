#include "analysis/advice/facts.h"

#include <algorithm>
#include <array>

#include "analysis/advice/subjects.h"
#include "analysis/names/names.h"
#include "analysis/summary/job/participants.h"

namespace mpimon::advice {

namespace {

constexpr const char *kClasses = "classes";
constexpr std::array<const char *, 12> kDetails = {"peers",  "histograms", "communicators", "algorithms",
                                                   "sizes",  "functions",  "regions",       "receives",
                                                   "gauges", "waits",      "files",         "timeline"};

}  // namespace

const std::vector<std::string> &each_names() {
    static const std::vector<std::string> kNames = {"job",        "rank",     "pair", "communicator",
                                                    "collective", "function", "file", "gauge"};
    return kNames;
}

bool is_need(const std::string &name) {
    return name == kClasses || std::find(kDetails.begin(), kDetails.end(), name) != kDetails.end();
}

Facts::Facts(const Profile &profile) : profile_(profile), functions_(profile) {
    tables_[Each::kJob] = job_table(profile, functions_);
    tables_[Each::kRank] = rank_table(profile, functions_);
    tables_[Each::kPair] = pair_table(profile, functions_);
    tables_[Each::kCommunicator] = communicator_table(profile);
    tables_[Each::kCollective] = collective_table(profile);
    tables_[Each::kFunction] = function_table(profile, functions_);
    tables_[Each::kFile] = file_table(profile);
    tables_[Each::kGauge] = gauge_table(profile);
}

std::vector<std::string> Facts::missing(const std::vector<std::string> &needs) const {
    const Participants participants(profile_);
    std::vector<std::string> missing;
    for (const std::string &need : needs) {
        bool there = need != kClasses || participants.classes_apart();
        for (size_t i = 0; i < profile_.processes.size() && need != kClasses; ++i)
            there = there &&
                    (!participants.counted(i) || records(profile_.settings_of(profile_.processes[i]).detail, need));
        if (!there)
            missing.push_back(need);
    }
    return missing;
}

}  // namespace mpimon::advice
