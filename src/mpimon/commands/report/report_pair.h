// What two ranks send each other, for people and for programs.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_PAIR_H
#define MPIMON_COMMANDS_REPORT_REPORT_PAIR_H

#include <string>
#include <utility>
#include <vector>

#include "analysis/traffic/pair.h"
#include "mpimon/commands/report/report_text.h"

namespace mpimon {

// The ranks of "A,B". Throws Failure if these are not two ranks of the job.
std::pair<uint32_t, uint32_t> ranks_named(const std::string &pair, const Profile &profile);

std::string pair_text(const ReportView &view, const std::vector<PairDirection> &directions, const Style &style);
std::string pair_json(const Profile &profile, const std::vector<PairDirection> &directions, ClassSet classes);

}  // namespace mpimon

#endif
