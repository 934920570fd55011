// The report's sections on collectives, communicators and gauges.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string bytes(uint64_t number) {
    return human_bytes(static_cast<double>(number));
}

std::string size_of(const Communicator &communicator) {
    return communicator.inter ? fmt::format("{} : {}", communicator.size, communicator.remote_size)
                              : std::to_string(communicator.size);
}

// Of each dimension whether it is periodic: "yes, no".
std::string periods_of(const Origin &origin) {
    std::vector<std::string_view> periods;
    for (size_t i = 0; origin.topology == MPIMON_TOPOLOGY_CARTESIAN && i < origin.sizes.size(); ++i)
        periods.emplace_back((origin.periodic >> i & 1U) != 0 ? "yes" : "no");
    return fmt::format("{}", fmt::join(periods, ", "));
}

std::string neighbors_of(const Origin &origin) {
    if (origin.topology != MPIMON_TOPOLOGY_GRAPH && origin.topology != MPIMON_TOPOLOGY_DIST_GRAPH)
        return {};
    return fmt::format("{} in, {} out", with_commas(origin.sources), with_commas(origin.destinations));
}

// How the program made it: function, region, color, periods and neighbors.
std::vector<std::string> origin_cells(const Profile &profile, const Origin &origin) {
    if (!origin.is_known())
        return std::vector<std::string>(5);
    return {function_label(profile, origin.function),
            origin.region == kNoRegion ? "" : region_label(profile, origin.region),
            origin.color ? std::to_string(*origin.color) : "", periods_of(origin), neighbors_of(origin)};
}

// A value with its gauge's unit; bytes are shown in larger units.
std::string gauge_value(uint64_t value, std::string_view unit) {
    return unit == "bytes" ? bytes(value) : with_commas(value);
}

}  // namespace

void show_collectives(const ReportView &view, Page &page) {
    const auto &algorithms = view.summary.collectives.algorithms;
    if (algorithms.empty())
        return;
    page.heading("Collectives", "calls and bytes over all ranks; time a rank spent in blocking calls");
    Table table({{"operation", Table::kText},
                 {"algorithm", Table::kTextEnd},
                 {"calls"},
                 {"bytes"},
                 {"time max", Table::kNumber, 1},
                 {"mean", Table::kNumber, 2},
                 {"min", Table::kNumber, 3},
                 {"", Table::kText, 4}});
    size_t hidden = 0;
    bool own = false;
    for (const AlgorithmTotals &row : algorithms) {
        if (row.step && !view.all) {
            ++hidden;
            continue;
        }
        if (!own && row.step && row.parent.empty()) {
            table.add({"(the library's own)", "", "", "", "", "", "", ""}, true);
            own = true;
        }
        table.add({(row.step ? "  ↳ step: " : "") + printable(row.operation),
                   (row.step ? "  " : "") + printable(row.algorithm), with_commas(row.calls), bytes(row.bytes),
                   row.timed ? human_time(row.longest) : "–", row.timed ? human_time(row.mean) : "–",
                   row.timed ? human_time(row.shortest) : "–", row.shared_memory ? "data through shared memory" : ""},
                  row.step);
    }
    page.table(table);
    if (hidden > 0)
        page.remark(fmt::format("and {} of composed algorithms and of the library itself; --all shows them",
                                count_of(hidden, "step")));
}

void show_kinds(const ReportView &view, Page &page) {
    const auto &kinds = view.summary.collectives.kinds;
    if (kinds.empty())
        return;
    const size_t listed = std::min(view.top, kinds.size());
    page.heading("Kinds of collectives", "by communicator; bytes to or from the other ranks, whatever the algorithm");
    Table table({{"communicator", Table::kText}, {"size"}, {"kind", Table::kText}, {"operations"}, {"bytes"}});
    const std::vector<std::string> labels = communicator_labels(view.profile);
    bool estimated = false;
    for (size_t i = 0; i < listed; ++i) {
        estimated = estimated || kinds[i].estimated;
        table.add({labels[kinds[i].communicator], size_of(view.profile.communicators[kinds[i].communicator]),
                   std::string(kind_name(kinds[i].kind)), with_commas(kinds[i].operations),
                   (kinds[i].estimated ? "≈ " : "") + bytes(kinds[i].bytes)});
    }
    page.table(table);
    page.more(kinds.size() - listed);
    if (estimated)
        page.remark(
            "≈ estimated: of operations such as Gatherv, whose counts differ from rank to rank, as if all were "
            "alike");
}

void show_communicators(const ReportView &view, Page &page) {
    double all_bytes = 0;  // other worlds included, unlike in the table of classes
    Totals hidden;
    size_t hidden_rows = 0;
    std::vector<CommunicatorTotals> list;
    for (const CommunicatorTotals &row : view.summary.communicators) {
        all_bytes += static_cast<double>(row.totals.bytes);
        if (view.all || !view.profile.communicators[row.communicator].internal) {
            list.push_back(row);
        } else {
            hidden.add(row.totals);
            ++hidden_rows;
        }
    }
    if (view.summary.communicators.empty())
        return;
    page.heading("Communicators", fmt::format("{} with traffic, {} in all", view.summary.communicators.size(),
                                              view.profile.communicators.size()));
    const size_t listed = std::min(view.top, list.size());
    Table table({{"communicator", Table::kText},
                 {"size"},
                 {"messages"},
                 {"bytes"},
                 {"share of bytes", Table::kShareBar, 1},
                 {"", Table::kText, 2},
                 {"made by", Table::kText, 3},
                 {"in region", Table::kText, 4},
                 {"color", Table::kNumber, 5},
                 {"periodic", Table::kText, 6},
                 {"neighbors", Table::kText, 7}});
    const std::vector<std::string> labels = communicator_labels(view.profile);
    for (size_t i = 0; i < listed; ++i) {
        const Communicator &communicator = view.profile.communicators[list[i].communicator];
        std::vector<std::string> cells = {labels[list[i].communicator],
                                          size_of(communicator),
                                          with_commas(list[i].totals.messages),
                                          bytes(list[i].totals.bytes),
                                          share_bar(static_cast<double>(list[i].totals.bytes), all_bytes),
                                          communicator.internal ? "MPICH's own" : ""};
        for (std::string &cell : origin_cells(view.profile, view.all ? communicator.origin : Origin()))
            cells.push_back(std::move(cell));
        table.add(std::move(cells));
    }
    page.table(table);
    page.more(list.size() - listed);
    if (hidden_rows > 0)
        page.remark(fmt::format("and {} of MPICH's own, with {}, {}; --all shows them", hidden_rows,
                                count_of(hidden.messages, "message"), bytes(hidden.bytes)));
}

void show_gauges(const ReportView &view, Page &page) {
    if (view.summary.gauges.empty())
        return;
    page.heading("Gauges", "values inside the library; rises and falls over all ranks");
    Table table({{"gauge", Table::kText},
                 {"unit", Table::kText},
                 {"highest"},
                 {"on rank", Table::kNumber, 1},
                 {"rises", Table::kNumber, 2},
                 {"falls", Table::kNumber, 2},
                 {"rose most in", Table::kText}});
    for (const GaugeTotals &row : view.summary.gauges) {
        const std::string &name = view.profile.names[row.name];
        const std::string_view unit = gauge_unit(name);
        table.add({printable(name), std::string(unit), gauge_value(row.highest, unit), std::to_string(row.rank),
                   gauge_value(row.rises, unit), gauge_value(row.falls, unit),
                   context_label(view.profile, row.rose_in)});
    }
    page.table(table);
}

}  // namespace mpimon
