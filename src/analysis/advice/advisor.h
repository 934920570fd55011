// What rules find in a profile.
#ifndef MPIMON_ANALYSIS_ADVICE_ADVISOR_H
#define MPIMON_ANALYSIS_ADVICE_ADVISOR_H

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/advice/formula.h"
#include "analysis/advice/rule.h"
#include "profile/read/profile.h"

namespace mpimon::advice {

struct Gain {
    double amount = 0;  // of what the rule says: seconds that the job takes less, bytes, or a number of something
    double share = 0;   // of its time, if these are seconds
};

struct Finding {
    const Rule *rule = nullptr;
    std::vector<Piece> evidence;
    std::vector<std::vector<Piece>> attempts;
    std::vector<Piece> check;
    std::optional<Gain> gain;
    double weight = 0;
    size_t alike = 0;                                   // further rows of the table for which the rule holds
    std::vector<std::pair<std::string, double>> facts;  // of the row
};

// A rule that could not be asked, since the job has not recorded what it needs.
struct Unasked {
    const Rule *rule = nullptr;
    std::vector<std::string> missing;
};

struct Advice {
    // First what is expected to gain the most seconds; then what gains the most at most; then the others.
    std::vector<Finding> findings;
    std::vector<Unasked> unasked;
};

// `each_row`: a finding for each row for which a rule holds; else one for all rows of a rule, that of the most gain.
// The rules must outlive the advice. Throws AnalysisError that names the file of a rule that makes no sense.
Advice advise(const Profile &profile, const std::vector<Rule> &rules, bool each_row);

}  // namespace mpimon::advice

#endif
