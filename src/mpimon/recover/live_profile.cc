#include "mpimon/recover/live_profile.h"

#include <fmt/format.h>

#include "mpimon/failure.h"
#include "mpimon/recover/segment_records.h"
#include "profile/read/decode.h"

namespace mpimon {

LiveProfile live_profile(const OrphanedJob &job) {
    std::string content;
    std::vector<std::string> unreadable;
    uint32_t processes = 0;
    for (const OrphanedSegment &segment : job.segments) {
        try {
            const SegmentRecords records(segment);
            if (processes++ == 0)
                content = records.job();
            content += records.process();
        } catch (const SegmentGone &) {
            continue;
        } catch (const SegmentError &error) {
            unreadable.emplace_back(error.what());
        }
    }
    if (processes == 0)
        throw Failure(unreadable.empty() ? fmt::format("{} has ended", job.title()) : unreadable.front());
    content += end_record(processes);
    LiveProfile live;
    live.profile = decode_profile(content.data(), content.size(), job.title());
    live.unreadable = std::move(unreadable);
    return live;
}

}  // namespace mpimon
