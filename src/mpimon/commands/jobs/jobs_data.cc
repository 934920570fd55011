// The listing as programs read it: JSON and CSV.
#include <fmt/format.h>

#include "analysis/names/names.h"
#include "mpimon/commands/jobs/jobs_output.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

Json number_or_null(std::optional<double> number) {
    return number ? Json(*number) : Json(nullptr);
}

Json classes_json(const std::array<Totals, MPIMON_CLASSES> &classes) {
    Json json = Json::object();
    for (size_t i = 0; i < classes.size(); ++i)
        json[std::string(class_name(static_cast<mpimon_class>(i)))] = {{"messages", classes[i].messages},
                                                                       {"bytes", classes[i].bytes}};
    return json;
}

Json job_json(const ListedJob &job) {
    const JobRow &row = job.row;
    return {{"file", job.file},
            {"job_id", row.job_id},
            {"step", row.step},
            {"array_index", row.array_index},
            {"account", row.account},
            {"user", row.user},
            {"executable", row.executable},
            {"nodes", row.nodes},
            {"start_time_ns", row.start_time_ns},
            {"seconds", row.seconds},
            {"ranks", row.ranks},
            {"hosts", row.hosts},
            {"incomplete", row.incomplete},
            {"damaged", job.damaged},
            {"messages", row.all().messages},
            {"bytes", row.all().bytes},
            {"mpi_share", number_or_null(row.mpi_share)},
            {"mpi_share_is_least", row.mpi_share_is_least},
            {"classes", row.merged ? Json(nullptr) : classes_json(row.classes)}};
}

Json totals_json(const JobTotals &totals) {
    const Totals all = totals.all();
    return {{"jobs", totals.jobs},
            {"incomplete", totals.incomplete},
            {"rank_seconds", totals.rank_seconds},
            {"mpi_share", number_or_null(totals.mpi_share())},
            {"messages", all.messages},
            {"bytes", all.bytes},
            {"merged", {{"messages", totals.merged.messages}, {"bytes", totals.merged.bytes}}},
            {"classes", classes_json(totals.classes)}};
}

std::string share_field(std::optional<double> share) {
    return share ? fmt::format("{:.6f}", *share) : "";
}

std::string class_columns() {
    std::string columns;
    for (const std::string_view name : class_names())
        columns += fmt::format(",{0}_messages,{0}_bytes", name);
    return columns + "\n";
}

std::string class_fields(const std::array<Totals, MPIMON_CLASSES> &classes, bool known) {
    std::string fields;
    for (const Totals &totals : classes)
        fields += known ? fmt::format(",{},{}", totals.messages, totals.bytes) : ",,";
    return fields + "\n";
}

std::string job_line(const ListedJob &job) {
    const JobRow &row = job.row;
    const Totals all = row.all();
    return fmt::format("{},{},{},{},{},{},{},{},{},{:.6f},{},{},{},{},{},{},{}", csv_field(job.file),
                       csv_field(row.job_id), csv_field(row.step), csv_field(row.array_index), csv_field(row.account),
                       csv_field(row.user), csv_field(row.executable), csv_field(row.nodes),
                       row.start_time_ns == 0 ? "" : utc_time(row.start_time_ns), row.seconds, row.ranks, row.hosts,
                       row.incomplete, job.damaged ? 1 : 0, all.messages, all.bytes, share_field(row.mpi_share)) +
           class_fields(row.classes, !row.merged);
}

std::string group_line(const NamedTotals &group) {
    const auto &[name, totals] = group;
    const Totals all = totals.all();
    return fmt::format("{},{},{},{:.6f},{},{},{}", csv_field(name), totals.jobs, totals.incomplete, totals.rank_seconds,
                       all.messages, all.bytes, share_field(totals.mpi_share())) +
           class_fields(totals.classes, true);
}

}  // namespace

std::string jobs_json(const JobsView &view) {
    Json json = Json::object();
    if (view.grouped_by.empty()) {
        json["jobs"] = Json::array();
        for (const ListedJob *job : view.jobs)
            json["jobs"].push_back(job_json(*job));
    } else {
        json["by"] = view.grouped_by;
        json["groups"] = Json::array();
        for (const auto &[name, totals] : view.groups) {
            Json group = {{"name", name}};
            group.update(totals_json(totals));
            json["groups"].push_back(std::move(group));
        }
    }
    json["more"] = view.more;
    json["totals"] = totals_json(view.totals);
    json["unreadable"] = view.unreadable;
    json["complaints"] = view.complaints;
    return json_text(json);
}

std::string jobs_csv(const JobsView &view) {
    if (!view.grouped_by.empty()) {
        std::string text = view.grouped_by + ",jobs,incomplete,rank_seconds,messages,bytes,mpi_share" + class_columns();
        for (const NamedTotals &group : view.groups)
            text += group_line(group);
        return text;
    }
    std::string text =
        "file,job_id,step,array_index,account,user,executable,nodes,start,seconds,ranks,hosts,incomplete,damaged,"
        "messages,bytes,mpi_share" +
        class_columns();
    for (const ListedJob *job : view.jobs)
        text += job_line(*job);
    return text;
}

}  // namespace mpimon
