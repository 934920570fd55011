// The report's section on files of MPI-IO.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "analysis/names/text.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string bytes(double number) {
    return human_bytes(number);
}

std::string failed_text(uint64_t failed) {
    return failed > 0 ? with_commas(failed) : "";
}

void add_access(const FileAccessTotals &row, const std::string &name, Table &table) {
    const uint64_t sound = row.sound_calls();
    const auto moved = static_cast<double>(row.bytes);
    const double bandwidth = row.bandwidth();
    table.add({name, fmt::format("{} {}", file_family_name(row.family), row.is_write ? "write" : "read"),
               with_commas(row.calls), failed_text(row.failed), bytes(moved),
               sound > 0 ? bytes(moved / static_cast<double>(sound)) : "–", std::to_string(row.ranks),
               human_time(row.seconds), bandwidth > 0 ? bytes(bandwidth) + "/s" : "–",
               row.bytes > 0 ? fmt::format("{:.2f}", row.imbalance()) : "–"});
}

// What moves no data is one line: "open 4, close 4".
void add_operations(const std::vector<FileOperationTotals> &rows, const std::string &name, Table &table) {
    FileOperationTotals sum;
    std::vector<std::string> parts;
    for (const FileOperationTotals &row : rows) {
        parts.push_back(fmt::format("{} {}", file_operation_name(row.operation), with_commas(row.calls)));
        sum.calls += row.calls;
        sum.failed += row.failed;
        sum.seconds += row.seconds;
    }
    if (!parts.empty())
        table.add({name, fmt::format("{}", fmt::join(parts, ", ")), with_commas(sum.calls), failed_text(sum.failed), "",
                   "", "", human_time(sum.seconds), "", ""},
                  true);
}

}  // namespace

void show_files(const ReportView &view, Page &page) {
    const std::vector<FileTotals> &files = view.summary.files;
    if (files.empty())
        return;
    double moved = 0;
    double seconds = 0;
    size_t named = 0;
    for (const FileTotals &file : files) {
        moved += static_cast<double>(file.bytes);
        seconds += file.seconds;
        named += file.file != kOtherFiles ? 1 : 0;
    }
    page.heading("Files",
                 fmt::format("{}{} of MPI-IO: {} read and written, which are no messages; calls took {} in all",
                             count_of(named, "file"), named < files.size() ? " and others" : "", bytes(moved),
                             human_time(seconds)));
    Table table({{"file", Table::kTextEnd},
                 {"calls to", Table::kText},
                 {"calls"},
                 {"failed"},
                 {"bytes"},
                 {"mean size", Table::kNumber, 3},
                 {"ranks", Table::kNumber, 4},
                 {"time", Table::kNumber, 1},
                 {"bandwidth", Table::kNumber, 2},
                 {"imbalance", Table::kNumber, 5}});
    const size_t listed = view.all ? files.size() : std::min(view.top, files.size());
    for (size_t i = 0; i < listed; ++i) {
        std::string name = printable(std::string(file_name(view.profile, files[i].file)));
        for (const FileAccessTotals &row : files[i].accesses)
            add_access(row, std::exchange(name, ""), table);
        add_operations(files[i].operations, name, table);
    }
    page.table(table);
    page.more(files.size() - listed);
    page.remark(
        "bandwidth is that of one rank while it is in these calls; imbalance, the largest rank's part by the mean");
}

}  // namespace mpimon
