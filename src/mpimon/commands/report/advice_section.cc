// What to do first, at the end of the report.
#include <fmt/format.h>

#include <algorithm>

#include "mpimon/commands/advise/advice_output.h"
#include "mpimon/commands/advise/rule_files.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr size_t kShown = 2;
constexpr size_t kIndent = 6;

}  // namespace

// Of a part of the traffic, or of a job of which processes are missing, advice would be wrong; and a mpimon that is not
// installed has no rules.
void show_advice(const ReportView &view, Page &page) {
    const std::filesystem::path folder = rules_folder(own_prefix());
    std::error_code error;
    if (!view.classes.is_all() || !view.profile.diagnostics.empty() || view.summary.incomplete > 0 ||
        !std::filesystem::is_directory(folder, error))
        return;
    const std::vector<advice::Rule> rules = read_rules(folder);
    const advice::Advice advice = advice::advise(view.profile, rules, false);
    if (advice.findings.empty())
        return;
    page.heading("Advice", "mpimon advise says what was seen, and how to check it");
    for (size_t i = 0; i < std::min(kShown, advice.findings.size()); ++i) {
        page.line(finding_title(advice.findings[i]));
        const std::string attempt = first_attempt(advice.findings[i]);
        if (!attempt.empty())
            page.raw("  try " + wrap(attempt, kIndent, kIndent, page.style().width()) + "\n");
    }
    if (advice.findings.size() > kShown)
        page.remark(fmt::format("and {} more", advice.findings.size() - kShown));
}

}  // namespace mpimon
