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

struct GainFormula {
    std::string seconds;  // that the job takes less
    std::string words;    // where the formula comes from
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
