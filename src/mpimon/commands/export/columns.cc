#include "mpimon/commands/export/columns.h"

#include <string_view>

#include "mpimon/commands/export/traffic_columns.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

constexpr size_t kAlignment = 8;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "columns are written as they are in memory");

size_t missing_to_alignment(size_t size) {
    return (kAlignment - size % kAlignment) % kAlignment;
}

std::string header_of(const TrafficColumns &columns) {
    Json header = {{"rows", columns.source.size()},
                   {"columns", Json::array()},
                   {"classes", class_names()},
                   {"paths", path_names()}};
    columns.each([&](std::string_view name, const auto &column) {
        header["columns"].push_back({{"name", name}, {"type", "<u" + std::to_string(sizeof column[0])}});
    });
    const std::string text = header.dump();
    return text + std::string(missing_to_alignment(text.size() + 1), ' ') + "\n";
}

}  // namespace

void write_columns(const Profile &profile, ClassSet classes, Output &output) {
    const TrafficColumns columns(profile, classes);
    output.write(header_of(columns));
    columns.each([&](std::string_view, const auto &column) {
        const size_t size = column.size() * sizeof column[0];
        output.write({reinterpret_cast<const char *>(column.data()), size});
        output.write(std::string(missing_to_alignment(size), '\0'));
    });
}

}  // namespace mpimon
