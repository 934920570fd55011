#include "mpimon/commands/report/report_overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "analysis/summary/calls/overlap_sites.h"
#include "mpimon/commands/report/source_lines.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/job_facts_json.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;

std::vector<SummedSite> sites_of(const Profile &profile) {
    std::vector<SummedSite> sites = summed_sites(profile);
    if (sites.empty())
        throw Failure("nothing is known of overlap; run the job with MPIR_CVAR_OVERLAP=auto");
    return sites;
}

std::string time(uint64_t ns) {
    return human_time(static_cast<double>(ns) / kSecond);
}

// "sor.c:88 in relax", "relax in libsolver.so", or "libsolver.so+0x12f0".
std::string site_name(const OverlapSite &site, SourceLines &lines) {
    if (site.object.empty())
        return "further sites";
    const std::string object = std::filesystem::path(site.object).filename().string();
    const std::optional<SourceLine> line = lines.find(site.object, site.build_id, site.offset);
    if (!line)
        return fmt::format("{}+{:#x}", object, site.offset);
    if (line->file.empty())
        return fmt::format("{} in {}", line->function, object);
    return fmt::format("{}:{}{}", line->file, line->line, line->function.empty() ? "" : " in " + line->function);
}

std::string reasons(const OverlapSite &site) {
    std::vector<std::pair<uint64_t, std::string_view>> known;
    for (size_t i = 0; i < site.synchronous.size(); ++i)
        if (site.synchronous.at(i) > 0)
            known.emplace_back(site.synchronous.at(i), overlap_reason_name(static_cast<mpimon_overlap_reason>(i)));
    std::stable_sort(known.begin(), known.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::string text;
    for (const auto &[calls, name] : known)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(calls), name);
    return text;
}

// What to write instead by hand.
std::string_view nonblocking(const OverlapSite &site) {
    return site.function == MPIMON_OVERLAP_RECV
               ? "MPI_Irecv, and MPI_Wait before it needs what is received"
               : "MPI_Irecv and MPI_Isend, and MPI_Waitall before it needs what is received";
}

void add_advice(const std::vector<SummedSite> &sites, const std::vector<std::string> &names, Page &page) {
    bool any = false;
    for (size_t i = 0; i < names.size(); ++i) {
        const SummedSite &site = sites[i];
        if (site.sum.object.empty() || !is_worth_nonblocking(site))
            continue;
        if (!any)
            page.heading("By hand", "calls after which the program has enough to do to make them nonblocking");
        any = true;
        page.line(fmt::format("{}: {} as {}", names[i], overlap_function_name(site.sum), nonblocking(site.sum)));
    }
}

}  // namespace

std::string overlap_text(const ReportView &view, const Style &style) {
    const std::vector<SummedSite> sites = sites_of(view.profile);
    SourceLines lines;
    Page page(style);
    page.raw(damage_text(view.profile, view.file, style));
    page.title(
        "By overlap",
        "calls that MPIR_CVAR_OVERLAP may make asynchronous; times are sums over the ranks: in the calls, waiting "
        "later for their messages, and meanwhile, before the program needed them");
    Table table({{"call site", Table::kTextEnd},
                 {"function", Table::kText, 4},
                 {"ranks", Table::kNumber, 5},
                 {"calls"},
                 {"asynchronous"},
                 {"in calls"},
                 {"waited later"},
                 {"meanwhile"},
                 {"broken", Table::kNumber, 2},
                 {"synchronous", Table::kText, 1}});
    std::vector<std::string> names;
    const size_t listed = std::min(view.top, sites.size());
    for (size_t i = 0; i < listed; ++i) {
        const OverlapSite &sum = sites[i].sum;
        names.push_back(printable(site_name(sum, lines)));
        table.add({names[i], std::string(overlap_function_name(sum)), std::to_string(sites[i].ranks),
                   with_commas(sum.calls), with_commas(sum.asynchronous), time(sum.in_calls_ns), time(sum.waited_ns),
                   time(sum.meanwhile_ns), sum.broken > 0 ? with_commas(sum.broken) : "", reasons(sum)});
    }
    page.table(table);
    page.more(sites.size() - listed);
    add_advice(sites, names, page);
    return page.take();
}

std::string overlap_json(const ReportView &view) {
    const std::vector<SummedSite> sites = sites_of(view.profile);
    SourceLines lines;
    Json json;
    json["diagnostics"] = diagnostics_json(view.profile);
    json["job"] = job_json(view.profile);
    json["by"] = "overlap";
    json["rows"] = Json::array();
    for (const SummedSite &site : sites) {
        const OverlapSite &sum = site.sum;
        const std::optional<SourceLine> line = lines.find(sum.object, sum.build_id, sum.offset);
        json["rows"].push_back({{"object", sum.object},
                                {"offset", sum.offset},
                                {"file", line && !line->file.empty() ? Json(line->file) : Json()},
                                {"line", line && line->line > 0 ? Json(line->line) : Json()},
                                {"in", line && !line->function.empty() ? Json(line->function) : Json()},
                                {"function", overlap_function_name(sum)},
                                {"ranks", site.ranks},
                                {"calls", sum.calls},
                                {"asynchronous", sum.asynchronous},
                                {"seconds_in_calls", static_cast<double>(sum.in_calls_ns) / kSecond},
                                {"seconds_waited", static_cast<double>(sum.waited_ns) / kSecond},
                                {"seconds_meanwhile", static_cast<double>(sum.meanwhile_ns) / kSecond},
                                {"broken", sum.broken},
                                {"synchronous", synchronous_json(sum.synchronous)},
                                {"worth_nonblocking", is_worth_nonblocking(site)}});
    }
    return json_text(json);
}

}  // namespace mpimon
