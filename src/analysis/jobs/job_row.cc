#include "analysis/jobs/job_row.h"

#include <algorithm>
#include <set>

#include "analysis/jobs/host_list.h"
#include "analysis/names/names.h"
#include "analysis/summary/job/participants.h"
#include "analysis/summary/ranks.h"

namespace mpimon {

namespace {

// Adds what a summary has: messages that their sender counted, and one-sided reads, which their origin counts.
void add_traffic(const Profile &profile, JobRow &row) {
    profile.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            const mpimon_class traffic_class = flows.traffic_class(i);
            const bool moved = flows.direction(i) == MPIMON_SENT ||
                               (flows.direction(i) == MPIMON_RECEIVED && traffic_class == MPIMON_CLASS_RMA);
            if (moved && is_world_rank(flows.peer[i]) && flows.peer[i] != profile.rank_of(flows, i))
                row.classes[traffic_class].add({flows.messages[i], flows.bytes[i]});
        }
    });
}

void add_processes(const Profile &profile, JobRow &row) {
    std::set<uint32_t> hosts;
    int64_t start = INT64_MAX;
    int64_t end = 0;
    for (const Process &process : profile.processes) {
        hosts.insert(process.host);
        start = std::min(start, process.start_time_ns);
        end = std::max(end, process.end_time_ns);
        row.incomplete += process.complete ? 0 : 1;
    }
    row.hosts = static_cast<uint32_t>(hosts.size());
    std::vector<std::string> names;
    for (const uint32_t host : hosts)
        names.push_back(profile.hosts[host]);
    row.nodes = host_list(std::move(names));
    row.start_time_ns = profile.processes.empty() ? 0 : start;
    if (end > start)
        row.seconds = (static_cast<double>(end) - static_cast<double>(start)) * 1e-9;
}

// A row is small, whatever the profile says.
std::string shortened(const std::string &text) {
    return text.substr(0, MPIMON_TEXT - 1);
}

}  // namespace

Totals JobRow::all() const {
    Totals sum;
    for (const Totals &totals : classes)
        sum.add(totals);
    return sum;
}

std::optional<double> JobRow::share(mpimon_class traffic_class) const {
    const uint64_t bytes = all().bytes;
    if (merged || bytes == 0)
        return std::nullopt;
    return static_cast<double>(classes[traffic_class].bytes) / static_cast<double>(bytes);
}

JobRow job_row(const Profile &profile) {
    JobRow row;
    const Participants participants(profile);
    const Job &job = profile.job;
    row.job_id = shortened(job.job_id);
    row.step = shortened(job.step);
    row.array_index = shortened(job.array_index);
    row.account = shortened(job.account);
    row.user = shortened(job.user);
    row.executable = shortened(job.executable);
    row.ranks = job.world_size;
    row.merged = !participants.classes_apart();
    add_processes(profile, row);
    add_traffic(profile, row);
    const MpiTime time = RankSums(profile, participants).mpi_time();
    if (time.source != MpiTime::kUnknown)
        row.mpi_share = time.share;
    row.mpi_share_is_least = time.source == MpiTime::kCollectives;
    return row;
}

}  // namespace mpimon
