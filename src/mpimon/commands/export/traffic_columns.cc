#include "mpimon/commands/export/traffic_columns.h"

#include "analysis/traffic/traffic.h"

namespace mpimon {

namespace {

bool is_listed(const PairTraffic &row) {
    return (row.sent.messages > 0 || row.received.messages > 0) && is_world_rank(row.source) &&
           is_world_rank(row.target);
}

}  // namespace

TrafficColumns::TrafficColumns(const Profile &profile, ClassSet classes) {
    each_source(profile, classes, [&](const std::vector<PairTraffic> &rows) {
        for (const PairTraffic &row : rows) {
            if (!is_listed(row))
                continue;
            source.push_back(row.source);
            target.push_back(row.target);
            traffic_class.push_back(static_cast<uint8_t>(row.traffic_class));
            path.push_back(static_cast<uint8_t>(row.path));
            sent_messages.push_back(row.sent.messages);
            sent_bytes.push_back(row.sent.bytes);
            received_messages.push_back(row.received.messages);
            received_bytes.push_back(row.received.bytes);
        }
    });
}

std::vector<std::string_view> path_names() {
    std::vector<std::string_view> names;
    for (int path = 0; path < MPIMON_PATHS; ++path)
        names.push_back(path_name(static_cast<mpimon_path>(path)));
    return names;
}

}  // namespace mpimon
