#include "mpimon/commands/run/job_summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>

#include "analysis/names/labels.h"
#include "analysis/place/groups.h"
#include "analysis/summary/summary.h"
#include "mpimon/failure.h"
#include "mpimon/recover/orphaned_segments.h"
#include "mpimon/recover/recovered_profile.h"
#include "mpimon/render/format.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

std::string size_line(const Profile &profile, const Summary &summary) {
    std::string text = fmt::format("{} on {}", count_of(profile.job.world_size, "rank"),
                                   count_of(count_nodes(profile), group_name(node_or_host(profile))));
    if (summary.seconds > 0)
        text += ", " + human_time(summary.seconds);
    if (summary.mpi_time.source != MpiTime::kUnknown)
        text += fmt::format(", {}{} of it in MPI", summary.mpi_time.source == MpiTime::kFunctions ? "" : "at least ",
                            percent(summary.mpi_time.share, 1));
    if (summary.incomplete > 0)
        text += fmt::format("; {} of {} processes ended without MPI_Finalize", summary.incomplete,
                            profile.processes.size());
    return text;
}

std::string traffic_line(const Summary &summary) {
    std::map<std::optional<mpimon_class>, uint64_t> classes;
    for (const PathTotals &row : summary.paths)
        classes[row.traffic_class] += row.totals.bytes;
    std::vector<std::string> shares;
    for (const auto &[traffic_class, bytes] : classes)
        if (bytes > 0)
            shares.push_back(percent(static_cast<double>(bytes), static_cast<double>(summary.all.bytes)) + " " +
                             class_label(traffic_class));
    return fmt::format("{} between ranks, {}{}{}", count_of(summary.all.messages, "message"),
                       human_bytes(static_cast<double>(summary.all.bytes)), shares.empty() ? "" : ": ",
                       fmt::join(shares, ", "));
}

std::string pair_line(const Summary &summary, const std::string &path) {
    const std::string more = "mpimon report " + path + " tells more";
    if (summary.top_pairs.empty())
        return more;
    const PairTotals &pair = summary.top_pairs.front();
    return fmt::format("the most from rank {} to rank {}, {}; {}", pair.source, pair.target,
                       human_bytes(static_cast<double>(pair.totals.bytes)), more);
}

// A launcher may end before the processes that it has killed are gone: these are waited for, but not for ever.
OrphanedSegments find_left(const std::string &folder, int64_t start_ns) {
    constexpr auto kPatience = std::chrono::seconds(10);
    const auto latest = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        OrphanedSegments left = find_orphaned_segments(folder);
        const bool runs = std::any_of(left.jobs.begin(), left.jobs.end(), [&](const OrphanedJob &job) {
            return job.header().start_time_ns >= start_ns && !job.is_written() && job.runs();
        });
        if (!runs || std::chrono::steady_clock::now() > latest)
            return left;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

}  // namespace

std::vector<std::string> profile_lines(const std::string &path) {
    try {
        const Profile profile = read_profile(path);
        const Summary summary = summarize(profile, SummaryOptions());
        return {"profile " + path, "  " + size_line(profile, summary), "  " + traffic_line(summary),
                "  " + pair_line(summary, path)};
    } catch (const ProfileError &error) {
        return {error.what()};
    }
}

std::vector<std::string> recover_left(const std::string &folder, const std::string &target, int64_t start_ns,
                                      std::vector<std::string> &profiles) {
    std::vector<std::string> lines;
    const OrphanedSegments left = find_left(folder, start_ns);
    for (const OrphanedJob &job : left.jobs) {
        if (job.header().start_time_ns < start_ns || job.is_written())
            continue;
        if (job.runs() || !job.contradiction.empty()) {
            lines.push_back(
                fmt::format("processes of {} are not gone yet: later, mpimon recover {} makes a profile of "
                            "what they leave",
                            job.title(), folder));
            continue;
        }
        const std::string path = target + "/" + recovered_name(job);
        try {
            write_recovered(job, path, std::chrono::seconds(60));
            profiles.push_back(path);
            lines.push_back(
                fmt::format("the job did not end well; its processes left their counters in {}: mpimon recover "
                            "--clean {} removes them",
                            folder, folder));
        } catch (const Failure &error) {
            lines.emplace_back(error.what());
        }
    }
    return lines;
}

}  // namespace mpimon
