// What is listed, in its four forms.
#ifndef MPIMON_COMMANDS_JOBS_JOBS_OUTPUT_H
#define MPIMON_COMMANDS_JOBS_JOBS_OUTPUT_H

#include <string>
#include <utility>
#include <vector>

#include "analysis/jobs/job_totals.h"
#include "mpimon/commands/jobs/listing.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

using NamedTotals = std::pair<std::string, JobTotals>;

// The jobs that were chosen.
struct JobsView {
    std::vector<const ListedJob *> jobs;  // sorted, those that are to be shown
    JobTotals totals;                     // of all that were chosen
    std::string order;                    // as users call it: "latest first"
    std::vector<NamedTotals> groups;      // sorted; those that are to be shown instead of jobs
    std::string grouped_by;               // what they have in common, such as "user"; empty: jobs are shown
    size_t more = 0;                      // jobs or groups that are not to be shown
    size_t unreadable = 0;                // files
    std::vector<std::string> complaints;
};

std::string jobs_text(const JobsView &view, const Style &style);
std::string jobs_json(const JobsView &view);
std::string jobs_csv(const JobsView &view);
// The sums as text that the node exporter of Prometheus collects, and that all read which know OpenMetrics or
// Prometheus' own format.
std::string jobs_openmetrics(const JobsView &view);

}  // namespace mpimon

#endif
