// The rows of write_csv() between ranks of this world, as columns.
#ifndef MPIMON_COMMANDS_EXPORT_TRAFFIC_COLUMNS_H
#define MPIMON_COMMANDS_EXPORT_TRAFFIC_COLUMNS_H

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

struct TrafficColumns {
    std::vector<uint32_t> source, target;
    std::vector<uint8_t> traffic_class, path;
    std::vector<uint64_t> sent_messages, sent_bytes, received_messages, received_bytes;

    TrafficColumns(const Profile &profile, ClassSet classes);

    // Calls visit(name, column) for each, in the order of the CSV.
    template <class Visit>
    void each(Visit visit) const {
        visit("src", source);
        visit("dst", target);
        visit("class", traffic_class);
        visit("path", path);
        visit("sent_messages", sent_messages);
        visit("sent_bytes", sent_bytes);
        visit("received_messages", received_messages);
        visit("received_bytes", received_bytes);
    }
};

// What the numbers in the column `path` mean.
std::vector<std::string_view> path_names();

}  // namespace mpimon

#endif
