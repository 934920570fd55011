#include "mpimon/render/json/files_json.h"

#include "analysis/summary/files.h"

namespace mpimon {

namespace {

Json bins_json(const Profile &profile, const FileAccess &access) {
    Json bins = Json::array();
    for (unsigned bin = 0; bin < access.bins; ++bin)
        bins.push_back(profile.histogram_bins[access.first + bin]);
    return bins;
}

Json file_name_json(const Profile &profile, uint32_t file) {
    return file == kOtherFiles ? Json(nullptr) : Json(profile.file_names[file]);
}

}  // namespace

void write_files(const Profile &profile, JsonStream &json) {
    if (profile.file_calls.empty() && profile.file_accesses.empty())
        return;
    json.open_array("file_operations");
    for (const FileCalls &row : profile.file_calls)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"file", file_name_json(profile, row.file)},
                      {"operation", file_operation_name(row.operation)},
                      {"calls", row.calls},
                      {"failed", row.failed},
                      {"time_ns", row.time_ns}});
    json.close(']');
    json.open_array("file_accesses");
    for (const FileAccess &row : profile.file_accesses)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"file", file_name_json(profile, row.file)},
                      {"family", file_family_name(row.family)},
                      {"write", row.is_write},
                      {"calls", row.calls},
                      {"failed", row.failed},
                      {"bytes", row.bytes},
                      {"time_ns", row.time_ns},
                      {"bins", bins_json(profile, row)}});
    json.close(']');
}

}  // namespace mpimon
