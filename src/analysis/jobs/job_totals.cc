#include "analysis/jobs/job_totals.h"

#include <fmt/chrono.h>

#include <algorithm>

namespace mpimon {

void JobTotals::add(const JobRow &row) {
    ++jobs;
    incomplete += row.incomplete > 0 ? 1 : 0;
    rank_seconds += row.rank_seconds();
    last_start_ns = std::max(last_start_ns, row.start_time_ns);
    if (row.merged)
        merged.add(row.all());
    else
        for (size_t i = 0; i < classes.size(); ++i)
            classes[i].add(row.classes[i]);
    if (row.mpi_share) {
        timed_seconds += row.rank_seconds();
        mpi_seconds += *row.mpi_share * row.rank_seconds();
    }
}

Totals JobTotals::all() const {
    Totals sum = merged;
    for (const Totals &totals : classes)
        sum.add(totals);
    return sum;
}

std::optional<double> JobTotals::mpi_share() const {
    return timed_seconds > 0 ? std::optional(mpi_seconds / timed_seconds) : std::nullopt;
}

std::optional<double> JobTotals::share(mpimon_class traffic_class) const {
    const uint64_t bytes = all().bytes - merged.bytes;
    if (bytes == 0)
        return std::nullopt;
    return static_cast<double>(classes[traffic_class].bytes) / static_cast<double>(bytes);
}

std::string group_of(const JobRow &row, JobGroup by) {
    const auto date = [&](const char *format) {
        return fmt::format(fmt::runtime(format), fmt::gmtime(static_cast<std::time_t>(row.start_time_ns / 1000000000)));
    };
    switch (by) {
        case JobGroup::kUser:
            return row.user;
        case JobGroup::kAccount:
            return row.account;
        case JobGroup::kDay:
            return date("{:%Y-%m-%d}");
        case JobGroup::kMonth:
            return date("{:%Y-%m}");
        case JobGroup::kExecutable:
            break;
    }
    return row.program();
}

}  // namespace mpimon
