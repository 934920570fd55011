#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpimon/commands/export/formats.h"
#include "mpimon/commands/export/wall_time.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr uint64_t kTicksPerSecond = 1000000000;
constexpr uint64_t kChunk = 1U << 20U;  // bytes
constexpr size_t kMostMembers = UINT8_MAX;

// A value of a timeline: of one of its intervals.
using Value = std::function<uint64_t(const Timeline &, size_t)>;

// Values that are written at the same moments.
struct Metrics {
    struct Member {
        std::string name;
        std::string unit;
        Value value;
    };
    OTF2_MetricMode mode;
    std::vector<Member> members;
};

struct Otf2Error {};

void must(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS)
        throw Otf2Error();
}

Value amount_of(std::vector<uint64_t> Timeline::*column) {
    return [column](const Timeline &timeline, size_t i) { return Timeline::amount(timeline.*column, i); };
}

Value traffic_of(uint8_t traffic_class, uint8_t direction, std::vector<uint64_t> TimelineTraffic::*column) {
    return [=](const Timeline &timeline, size_t i) {
        uint64_t sum = 0;
        for (const TimelineTraffic &row : timeline.traffic)
            if (row.traffic_class == traffic_class && row.direction == direction)
                sum += Timeline::amount(row.*column, i);
        return sum;
    };
}

Value gauge_of(uint32_t name) {
    return [name](const Timeline &timeline, size_t i) {
        for (const TimelineGauge &gauge : timeline.gauges)
            if (gauge.name == name)
                return Timeline::level(gauge.values, i);
        return uint64_t{0};
    };
}

// What happened in an interval. The same for all ranks.
Metrics amounts(const Profile &profile, ClassSet classes) {
    std::set<std::pair<uint8_t, uint8_t>> kinds;
    for (const Timeline &timeline : profile.timelines)
        for (const TimelineTraffic &row : timeline.traffic)
            if (classes.has(static_cast<mpimon_class>(row.traffic_class)))
                kinds.emplace(row.traffic_class, row.direction);
    Metrics metrics = {OTF2_METRIC_RELATIVE_LAST, {}};
    for (const auto &[traffic_class, direction] : kinds) {
        const std::string name = fmt::format("{} {} ", class_name(static_cast<mpimon_class>(traffic_class)),
                                             direction_name(static_cast<mpimon_direction>(direction)));
        metrics.members.push_back(
            {name + "bytes", "bytes", traffic_of(traffic_class, direction, &TimelineTraffic::bytes)});
        metrics.members.push_back(
            {name + "messages", "messages", traffic_of(traffic_class, direction, &TimelineTraffic::messages)});
    }
    metrics.members.push_back({"collective calls", "calls", amount_of(&Timeline::collective_calls)});
    metrics.members.push_back({"time in collectives", "ns", amount_of(&Timeline::collective_time_ns)});
    metrics.members.push_back({"time waiting", "ns", amount_of(&Timeline::wait_time_ns)});
    return metrics;
}

// What was so at the end of an interval.
Metrics levels(const Profile &profile) {
    Metrics metrics = {OTF2_METRIC_ABSOLUTE_POINT, {}};
    metrics.members.push_back({"resident memory", "bytes",
                               [](const Timeline &timeline, size_t i) { return Timeline::level(timeline.memory, i); }});
    std::set<uint32_t> gauges;
    for (const Timeline &timeline : profile.timelines)
        for (const TimelineGauge &gauge : timeline.gauges)
            gauges.insert(gauge.name);
    for (const uint32_t gauge : gauges)
        if (metrics.members.size() < kMostMembers)
            metrics.members.push_back(
                {profile.names[gauge], std::string(gauge_unit(profile.names[gauge])), gauge_of(gauge)});
    return metrics;
}

// An archive that is written: its files are closed in any case.
class Archive {
  public:
    Archive(const std::string &path, const Profile &profile, ClassSet classes)
        : profile_(profile),
          metrics_{amounts(profile, classes), levels(profile)},
          archive_(OTF2_Archive_Open(path.c_str(), "traces", OTF2_FILEMODE_WRITE, kChunk, kChunk, OTF2_SUBSTRATE_POSIX,
                                     OTF2_COMPRESSION_NONE),
                   OTF2_Archive_Close) {
        static const OTF2_FlushCallbacks kFlush = {
            [](void *, OTF2_FileType, OTF2_LocationRef, void *, bool) -> OTF2_FlushType { return OTF2_FLUSH; },
            nullptr};
        if (!archive_)
            throw Otf2Error();
        must(OTF2_Archive_SetFlushCallbacks(archive_.get(), &kFlush, nullptr));
        must(OTF2_Archive_SetSerialCollectiveCallbacks(archive_.get()));
        must(OTF2_Archive_SetCreator(archive_.get(), "MPICH Monitoring " PACKAGE_VERSION));
    }

    void write() {
        must(OTF2_Archive_OpenEvtFiles(archive_.get()));
        for (const Timeline &timeline : profile_.timelines)
            write_events(timeline);
        must(OTF2_Archive_CloseEvtFiles(archive_.get()));
        must(OTF2_Archive_OpenDefFiles(archive_.get()));  // empty: all definitions are global
        for (const Timeline &timeline : profile_.timelines)
            must(OTF2_Archive_CloseDefWriter(archive_.get(),
                                             OTF2_Archive_GetDefWriter(archive_.get(), rank_of(timeline))));
        must(OTF2_Archive_CloseDefFiles(archive_.get()));
        write_definitions();
    }

  private:
    uint32_t rank_of(const Timeline &timeline) const { return profile_.processes[timeline.process].world_rank; }

    void write_events(const Timeline &timeline) {
        OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive_.get(), rank_of(timeline));
        for (size_t i = 0; i < timeline.size(); ++i) {
            if (i == 0 || timeline.gap_before(i) > 0)  // amounts are of the time since the event before
                write_event(writer, timeline, timeline.start(i), 0,
                            [](const Metrics::Member &) { return uint64_t{0}; });
            for (uint32_t metric = 0; metric < metrics_.size(); ++metric)
                write_event(writer, timeline, timeline.ends[i], metric,
                            [&](const Metrics::Member &member) { return member.value(timeline, i); });
        }
        must(OTF2_EvtWriter_GetNumberOfEvents(writer, &events_[rank_of(timeline)]));
        must(OTF2_Archive_CloseEvtWriter(archive_.get(), writer));
    }

    template <class ValueOf>
    void write_event(OTF2_EvtWriter *writer, const Timeline &timeline, uint64_t since_start, uint32_t metric,
                     ValueOf value_of) {
        const std::vector<Metrics::Member> &members = metrics_[metric].members;
        const std::vector<OTF2_Type> types(members.size(), OTF2_TYPE_UINT64);
        std::vector<OTF2_MetricValue> values(members.size());
        std::transform(members.begin(), members.end(), values.begin(), [&](const Metrics::Member &member) {
            OTF2_MetricValue value;
            value.unsigned_int = value_of(member);
            return value;
        });
        const auto time = static_cast<uint64_t>(wall_time(profile_.processes[timeline.process], since_start));
        first_ = std::min(first_, time);
        last_ = std::max(last_, time);
        must(OTF2_EvtWriter_Metric(writer, nullptr, time, metric, static_cast<uint8_t>(members.size()), types.data(),
                                   values.data()));
    }

    OTF2_StringRef text(const std::string &words) {
        const auto [found, is_new] = texts_.emplace(words, static_cast<OTF2_StringRef>(texts_.size()));
        if (is_new)
            must(OTF2_GlobalDefWriter_WriteString(definitions_, found->second, words.c_str()));
        return found->second;
    }

    void write_definitions() {
        definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_.get());
        first_ = std::min(first_, last_);
        must(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, kTicksPerSecond, first_, last_ - first_, first_));
        for (size_t host = 0; host < profile_.hosts.size(); ++host)
            must(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, static_cast<uint32_t>(host),
                                                          text(profile_.hosts[host]), text("node"),
                                                          OTF2_UNDEFINED_SYSTEM_TREE_NODE));
        for (const Timeline &timeline : profile_.timelines)
            write_rank(timeline);
        OTF2_MetricMemberRef next = 0;
        for (uint32_t metric = 0; metric < metrics_.size(); ++metric) {
            std::vector<OTF2_MetricMemberRef> members;
            for (const Metrics::Member &member : metrics_[metric].members) {
                members.push_back(next);
                must(OTF2_GlobalDefWriter_WriteMetricMember(definitions_, next++, text(member.name), text(""),
                                                            OTF2_METRIC_TYPE_OTHER, metrics_[metric].mode,
                                                            OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, text(member.unit)));
            }
            must(OTF2_GlobalDefWriter_WriteMetricClass(definitions_, metric, static_cast<uint8_t>(members.size()),
                                                       members.data(), OTF2_METRIC_ASYNCHRONOUS,
                                                       OTF2_RECORDER_KIND_UNKNOWN));
        }
    }

    void write_rank(const Timeline &timeline) {
        const uint32_t rank = rank_of(timeline);
        must(OTF2_GlobalDefWriter_WriteLocationGroup(
            definitions_, rank, text(fmt::format("rank {}", rank)), OTF2_LOCATION_GROUP_TYPE_PROCESS,
            profile_.processes[timeline.process].host, OTF2_UNDEFINED_LOCATION_GROUP));
        must(OTF2_GlobalDefWriter_WriteLocation(definitions_, rank, text("counters"), OTF2_LOCATION_TYPE_CPU_THREAD,
                                                events_[rank], rank));
    }

    const Profile &profile_;
    std::array<Metrics, 2> metrics_;
    std::unique_ptr<OTF2_Archive, OTF2_ErrorCode (*)(OTF2_Archive *)> archive_;
    OTF2_GlobalDefWriter *definitions_ = nullptr;
    std::map<std::string, OTF2_StringRef> texts_;
    std::map<uint32_t, uint64_t> events_;  // of each rank
    uint64_t first_ = UINT64_MAX;
    uint64_t last_ = 0;
};

}  // namespace

void write_otf2(const Profile &profile, ClassSet classes, const std::string &path) {
    if (std::filesystem::exists(path))
        throw Failure(fmt::format("{}: there already; an OTF2 archive is a folder of its own", path));
    OTF2_Error_RegisterCallback(
        [](void *, const char *, uint64_t, const char *, OTF2_ErrorCode code, const char *, va_list) { return code; },
        nullptr);
    try {
        Archive(path, profile, classes).write();
    } catch (const Otf2Error &) {
        throw Failure(fmt::format("{}: OTF2 cannot write it", path));
    }
}

}  // namespace mpimon
