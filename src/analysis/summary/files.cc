#include "analysis/summary/files.h"

#include <algorithm>
#include <array>
#include <map>

namespace mpimon {

namespace {

constexpr std::array<std::string_view, MPIMON_FILE_OPERATIONS> kOperations = {"open",     "close", "sync",
                                                                              "set view", "seek",  "other"};
constexpr std::array<std::string_view, MPIMON_FILE_FAMILIES> kFamilies = {"independent", "collective", "shared pointer",
                                                                          "nonblocking", "split collective"};

double seconds_of(uint64_t ns) {
    return static_cast<double>(ns) * 1e-9;
}

// All that there may be of one file.
struct Sums {
    std::array<FileOperationTotals, MPIMON_FILE_OPERATIONS> operations;
    std::array<FileAccessTotals, 2 * MPIMON_FILE_FAMILIES> accesses;

    void add(const FileCalls &row) {
        FileOperationTotals &sum = operations[row.operation];
        sum.operation = row.operation;
        sum.calls += row.calls;
        sum.failed += row.failed;
        sum.seconds += seconds_of(row.time_ns);
    }

    // A rank has one row of each kind.
    void add(const FileAccess &row) {
        FileAccessTotals &sum = accesses[row.family * 2U + (row.is_write ? 1 : 0)];
        sum.family = row.family;
        sum.is_write = row.is_write;
        sum.calls += row.calls;
        sum.failed += row.failed;
        sum.bytes += row.bytes;
        sum.seconds += seconds_of(row.time_ns);
        sum.ranks += 1;
        sum.most = std::max(sum.most, row.bytes);
    }

    FileTotals totals(uint32_t file) const {
        FileTotals totals;
        totals.file = file;
        for (const FileOperationTotals &sum : operations) {
            totals.seconds += sum.seconds;
            if (sum.calls > 0)
                totals.operations.push_back(sum);
        }
        for (const FileAccessTotals &sum : accesses) {
            totals.seconds += sum.seconds;
            totals.bytes += sum.bytes;
            if (sum.ranks > 0)
                totals.accesses.push_back(sum);
        }
        return totals;
    }
};

}  // namespace

std::string_view file_operation_name(uint8_t operation) {
    return kOperations[operation];
}

std::string_view file_family_name(uint8_t family) {
    return kFamilies[family];
}

std::string_view file_name(const Profile &profile, uint32_t file) {
    return file == kOtherFiles ? "(other files)" : std::string_view(profile.file_names[file]);
}

std::vector<FileTotals> summarize_files(const Profile &profile) {
    std::map<uint32_t, Sums> sums;
    for (const FileCalls &row : profile.file_calls)
        sums[row.file].add(row);
    for (const FileAccess &row : profile.file_accesses)
        sums[row.file].add(row);
    std::vector<FileTotals> files;
    for (const auto &[file, sum] : sums)
        files.push_back(sum.totals(file));
    std::sort(files.begin(), files.end(), [&](const FileTotals &a, const FileTotals &b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : file_name(profile, a.file) < file_name(profile, b.file);
    });
    return files;
}

}  // namespace mpimon
