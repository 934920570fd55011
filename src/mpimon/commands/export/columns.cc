#include "mpimon/commands/export/columns.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/traffic/traffic.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

constexpr size_t kAlignment = 8;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "columns are written as they are in memory");

struct Columns {
    std::vector<uint32_t> source, target;
    std::vector<uint8_t> traffic_class, path;
    std::vector<uint64_t> sent_messages, sent_bytes, received_messages, received_bytes;

    void add(const PairTraffic &row) {
        source.push_back(row.source);
        target.push_back(row.target);
        traffic_class.push_back(static_cast<uint8_t>(row.traffic_class));
        path.push_back(static_cast<uint8_t>(row.path));
        sent_messages.push_back(row.sent.messages);
        sent_bytes.push_back(row.sent.bytes);
        received_messages.push_back(row.received.messages);
        received_bytes.push_back(row.received.bytes);
    }

    // Calls visit(name, column) for each, in the order of the file.
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

bool is_listed(const PairTraffic &row) {
    return (row.sent.messages > 0 || row.received.messages > 0) && is_world_rank(row.source) &&
           is_world_rank(row.target);
}

size_t missing_to_alignment(size_t size) {
    return (kAlignment - size % kAlignment) % kAlignment;
}

std::string header_of(const Columns &columns) {
    Json header = {{"rows", columns.source.size()}, {"columns", Json::array()}, {"classes", class_names()}};
    header["paths"] = Json::array();
    for (int path = 0; path < MPIMON_PATHS; ++path)
        header["paths"].push_back(path_name(static_cast<mpimon_path>(path)));
    columns.each([&](std::string_view name, const auto &column) {
        header["columns"].push_back({{"name", name}, {"type", "<u" + std::to_string(sizeof column[0])}});
    });
    const std::string text = header.dump();
    return text + std::string(missing_to_alignment(text.size() + 1), ' ') + "\n";
}

}  // namespace

void write_columns(const Profile &profile, ClassSet classes, Output &output) {
    Columns columns;
    each_source(profile, classes, [&](const std::vector<PairTraffic> &rows) {
        for (const PairTraffic &row : rows)
            if (is_listed(row))
                columns.add(row);
    });
    output.write(header_of(columns));
    columns.each([&](std::string_view, const auto &column) {
        const size_t size = column.size() * sizeof column[0];
        output.write({reinterpret_cast<const char *>(column.data()), size});
        output.write(std::string(missing_to_alignment(size), '\0'));
    });
}

}  // namespace mpimon
