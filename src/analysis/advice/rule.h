// A rule of advice, as its file has it.
#ifndef MPIMON_ANALYSIS_ADVICE_RULE_H
#define MPIMON_ANALYSIS_ADVICE_RULE_H

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/advice/facts.h"

namespace mpimon::advice {

// What a gain is of: seconds that the job takes less, bytes of memory, or how many of something, such as context ids.
enum class Measure { kSeconds, kBytes, kCount };

struct GainFormula {
    Measure measure = Measure::kSeconds;
    std::string formula;
    std::string of;                  // what a count is of
    std::string words;               // where the formula comes from
    bool at_most = false;            // whether no more than that is gained, and maybe less
    std::vector<std::string> needs;  // without which the rule is asked, but does not say what is gained
};

// Formulas are of facts, and texts have facts in braces; see docs/advise.md.
struct Rule {
    std::string name;  // that of the file
    std::string file;  // for messages
    std::string title;
    Each each = Each::kJob;
    std::vector<std::string> needs;
    std::vector<std::pair<std::string, std::string>> where;  // texts, and the regular expressions that they must match
    std::string when;
    std::string evidence;
    std::vector<std::string> attempts;  // what to try
    std::optional<GainFormula> gain;
    std::string weight;  // a formula that orders what the rule finds, where it has no gain
    std::string check;
    std::string source;
};

// Throws AnalysisError that names the file and what is wrong in it.
Rule parse_rule(const std::string &name, const std::string &file, std::string_view content);

}  // namespace mpimon::advice

#endif
