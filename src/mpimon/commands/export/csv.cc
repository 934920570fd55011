#include "mpimon/commands/export/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "analysis/place/where.h"
#include "analysis/summary/files.h"
#include "analysis/traffic/traffic.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr const char *kColumns = "src,dst,class,path,sent_messages,sent_bytes,received_messages,received_bytes";

bool wanted(const PairTraffic &row, bool foreign) {
    const bool listed = row.sent.messages > 0 || row.received.messages > 0;
    return listed && (foreign || (is_world_rank(row.source) && is_world_rank(row.target)));
}

std::string row_text(const Profile &profile, const PairTraffic &row) {
    return fmt::format("{},{},{},{},{},{},{},{}", peer_name(profile, row.source), peer_name(profile, row.target),
                       class_name(row.traffic_class), path_name(row.path), row.sent.messages, row.sent.bytes,
                       row.received.messages, row.received.bytes);
}

// Where the two are to each other, and what carried the messages for the one that counted them.
std::string place_columns(const Profile &profile, const Carriers &carriers, const PairTraffic &row) {
    const bool by_target = row.sent.messages == 0;
    const uint32_t rank = by_target ? row.target : row.source;
    const uint32_t peer = by_target ? row.source : row.target;
    const bool known = is_world_rank(row.source) && is_world_rank(row.target);
    const std::string_view locality = locality_name(known ? locality_of(profile, rank, peer) : Locality::kUnknown);
    return fmt::format(",{},{}", locality,
                       csv_field(known ? carriers.carrier(row.path, rank, peer, "+") : "not known"));
}

struct AskedRow {
    PairTraffic traffic;
    AskedBy by;
    bool estimated = false;

    auto key() const {
        return std::tie(traffic.source, traffic.target, traffic.traffic_class, traffic.path, by.operation,
                        by.algorithm);
    }
    bool operator<(const AskedRow &other) const { return key() < other.key(); }
};

AskedRow row_of(const Profile &profile, const AskedPair &pair, const AskedBy &by, const AskedVolume &volume) {
    AskedRow row;
    row.traffic.source = profile.processes[pair.process].world_rank;
    row.traffic.target = pair.peer;
    row.traffic.traffic_class = MPIMON_CLASS_COLL;
    row.traffic.path = MPIMON_PATH_NET;
    row.traffic.sent = volume.totals;
    row.by = by;
    row.estimated = volume.estimated;
    return row;
}

// Sorts rows, and joins those of the same over different communicators.
void sort_and_join(std::vector<AskedRow> &rows) {
    std::sort(rows.begin(), rows.end());
    size_t kept = 0;
    for (size_t i = 1; i < rows.size(); ++i) {
        if (rows[kept] < rows[i]) {
            rows[++kept] = rows[i];
        } else {
            rows[kept].traffic.sent.add(rows[i].traffic.sent);
            rows[kept].estimated = rows[kept].estimated || rows[i].estimated;
        }
    }
    if (!rows.empty())
        rows.resize(kept + 1);
}

// "BIN:CALLS" of each bin that is not empty, with blanks between.
std::string sizes_text(const Profile &profile, const FileAccess &access) {
    std::vector<std::string> sizes;
    for (size_t bin = 0; bin < access.bins; ++bin)
        if (const uint64_t calls = profile.histogram_bins[access.first + bin]; calls > 0)
            sizes.push_back(fmt::format("{}:{}", bin, calls));
    return fmt::format("{}", fmt::join(sizes, " "));
}

ClassSet without_collectives(ClassSet classes) {
    ClassSet others = ClassSet::none();
    for (int i = 0; i < MPIMON_CLASSES; ++i)
        if (i != MPIMON_CLASS_COLL && classes.has(static_cast<mpimon_class>(i)))
            others.add(static_cast<mpimon_class>(i));
    return others;
}

}  // namespace

void write_csv(const Profile &profile, ClassSet classes, bool foreign, bool places, Output &output) {
    if (places && !has_places(profile))
        throw AnalysisError("--places: the profile does not say where the ranks were");
    const Carriers carriers(profile);
    output.write(fmt::format("{}{}\n", kColumns, places ? ",locality,transport" : ""));
    each_source(profile, classes, [&](const std::vector<PairTraffic> &rows) {
        std::string text;
        for (const PairTraffic &row : rows)
            if (wanted(row, foreign))
                fmt::format_to(std::back_inserter(text), "{}{}\n", row_text(profile, row),
                               places ? place_columns(profile, carriers, row) : "");
        output.write(text);
    });
}

AskedGaps write_csv_by_algorithm(const Profile &profile, ClassSet classes, bool foreign, Output &output) {
    std::vector<AskedRow> rows;
    AskedGaps gaps;
    if (classes.has(MPIMON_CLASS_COLL)) {
        std::vector<AskedAlgorithm> algorithms = asked_by_algorithm(profile, false, gaps);
        for (const AskedAlgorithm &algorithm : algorithms)
            for (const auto &[pair, volume] : algorithm.volumes)
                rows.push_back(row_of(profile, pair, algorithm.by, volume));
    }
    each_source(profile, without_collectives(classes), [&](const std::vector<PairTraffic> &others) {
        for (const PairTraffic &row : others)
            rows.push_back({row, {}, false});
    });
    sort_and_join(rows);
    output.write(fmt::format("{},operation,algorithm,estimated\n", kColumns));
    for (const AskedRow &row : rows)
        if (wanted(row.traffic, foreign))
            output.write(fmt::format("{},{},{},{}\n", row_text(profile, row.traffic), csv_field(row.by.operation),
                                     csv_field(row.by.algorithm), row.estimated ? 1 : 0));
    return gaps;
}

void write_csv_of_files(const Profile &profile, Output &output) {
    const auto row = [&](const auto &counts, std::string_view call, std::string_view direction, uint64_t bytes,
                         const std::string &sizes) {
        output.write(fmt::format("{},{},{},{},{},{},{},{},{}\n", profile.processes[counts.process].world_rank,
                                 csv_field(std::string(file_name(profile, counts.file))), call, direction, counts.calls,
                                 counts.failed, bytes, counts.time_ns, sizes));
    };
    output.write("rank,file,call,direction,calls,failed,bytes,time_ns,sizes\n");
    for (const FileCalls &calls : profile.file_calls)
        row(calls, file_operation_name(calls.operation), "", 0, "");
    for (const FileAccess &access : profile.file_accesses)
        row(access, file_family_name(access.family), access.is_write ? "write" : "read", access.bytes,
            sizes_text(profile, access));
}

}  // namespace mpimon
