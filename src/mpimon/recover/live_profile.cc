#include "mpimon/recover/live_profile.h"

#include <fmt/format.h>

#include <utility>

#include "mpimon/failure.h"
#include "mpimon/recover/segment_records.h"
#include "profile/read/decode.h"

namespace mpimon {

LiveRecords live_records(const OrphanedJob &job) {
    LiveRecords live;
    for (const OrphanedSegment &segment : job.segments) {
        try {
            const SegmentRecords records(segment);
            if (live.ranks.empty())
                live.job = records.job();
            live.processes += records.process();
            live.ranks.push_back(segment.header.world_rank);
        } catch (const SegmentGone &) {
            continue;
        } catch (const SegmentError &error) {
            live.unreadable.emplace_back(error.what());
        }
    }
    if (live.ranks.empty())
        throw Failure(live.unreadable.empty() ? fmt::format("{} has ended", job.title()) : live.unreadable.front());
    return live;
}

void add(LiveRecords &sum, const LiveRecords &other) {
    if (sum.ranks.empty())
        sum.job = other.job;
    sum.processes += other.processes;
    sum.ranks.insert(sum.ranks.end(), other.ranks.begin(), other.ranks.end());
    sum.unreadable.insert(sum.unreadable.end(), other.unreadable.begin(), other.unreadable.end());
}

Profile profile_of(const LiveRecords &records, const std::string &title) {
    const std::string content =
        records.job + records.processes + end_record(static_cast<uint32_t>(records.ranks.size()));
    return decode_profile(content.data(), content.size(), title);
}

LiveProfile live_profile(const OrphanedJob &job) {
    LiveRecords records = live_records(job);
    return {profile_of(records, job.title()), std::move(records.unreadable)};
}

}  // namespace mpimon
