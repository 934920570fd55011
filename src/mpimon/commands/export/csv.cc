#include "mpimon/commands/export/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/names/text.h"
#include "analysis/traffic/traffic.h"

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

// Algorithms are named by the profile; RFC 4180 has the quotes.
std::string field(const std::string &text) {
    std::string safe = printable(text);
    if (safe.find_first_of(",\"") == std::string::npos)
        return safe;
    for (size_t i = safe.find('"'); i != std::string::npos; i = safe.find('"', i + 2))
        safe.insert(i, 1, '"');
    return '"' + safe + '"';
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

// Sorted, those of the same over different communicators together.
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

ClassSet without_collectives(ClassSet classes) {
    ClassSet others = ClassSet::none();
    for (int i = 0; i < MPIMON_CLASSES; ++i)
        if (i != MPIMON_CLASS_COLL && classes.has(static_cast<mpimon_class>(i)))
            others.add(static_cast<mpimon_class>(i));
    return others;
}

}  // namespace

void write_csv(const Profile &profile, ClassSet classes, bool foreign, Output &output) {
    output.write(fmt::format("{}\n", kColumns));
    each_source(profile, classes, [&](const std::vector<PairTraffic> &rows) {
        std::string text;
        for (const PairTraffic &row : rows)
            if (wanted(row, foreign))
                fmt::format_to(std::back_inserter(text), "{}\n", row_text(profile, row));
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
            output.write(fmt::format("{},{},{},{}\n", row_text(profile, row.traffic), field(row.by.operation),
                                     field(row.by.algorithm), row.estimated ? 1 : 0));
    return gaps;
}

}  // namespace mpimon
