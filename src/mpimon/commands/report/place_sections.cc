// The report's sections on where the ranks are to each other, and on what carries their messages.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/names/text.h"
#include "analysis/place/locality.h"
#include "mpimon/commands/report/report_text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

std::string bytes(uint64_t number) {
    return human_bytes(static_cast<double>(number));
}

Totals total_of(const std::vector<LocalityTotals> &rows) {
    Totals total;
    for (const LocalityTotals &row : rows)
        total.add(row.totals);
    return total;
}

std::string share_of(const Totals &part, const Totals &whole) {
    return share_bar(static_cast<double>(part.bytes), static_cast<double>(whole.bytes));
}

// Whether a rank may be on several processors whatever the kind of object, so that nothing nearer than its node is
// known.
bool is_bound_to_nothing(const Process &process) {
    const Place &place = process.place;
    return place.is_known() && place.core == MPIMON_NONE && place.l3 == MPIMON_NONE && place.numa_node == MPIMON_NONE;
}

void remark_on_bindings(const Profile &profile, Page &page) {
    const auto unbound =
        static_cast<size_t>(std::count_if(profile.processes.begin(), profile.processes.end(), is_bound_to_nothing));
    if (unbound > 0)
        page.remark(
            fmt::format("of {} of {} no core, cache or NUMA node is known: nearer than the same node is not told",
                        with_commas(unbound), count_of(profile.processes.size(), "rank")));
}

// An object's number; "–" where it is not known.
std::string number_of(uint32_t index) {
    return index == MPIMON_NONE ? "–" : std::to_string(index);
}

}  // namespace

void show_localities(const ReportView &view, Page &page) {
    const std::vector<LocalityTotals> &rows = view.summary.where.localities;
    if (rows.empty())
        return;
    page.heading("Localities", "where the two ranks are to each other; a pair for each direction");
    const Totals total = total_of(rows);
    Table table(
        {{"locality", Table::kText}, {"pairs"}, {"messages"}, {"bytes"}, {"share of bytes", Table::kShareBar, 1}});
    for (const LocalityTotals &row : rows)
        table.add({std::string(locality_label(row.locality)), with_commas(row.pairs), with_commas(row.totals.messages),
                   bytes(row.totals.bytes), share_of(row.totals, total)});
    page.table(table);
    remark_on_bindings(view.profile, page);
}

void show_carriers(const ReportView &view, Page &page) {
    const Where &where = view.summary.where;
    if (where.carriers.empty())
        return;
    page.heading("Transports", "by what messages went: MPICH's own paths, or what the network module used");
    const Totals total = total_of(where.localities);
    Table table({{"transport", Table::kText},
                 {"locality", Table::kText},
                 {"pairs"},
                 {"messages"},
                 {"bytes"},
                 {"share of bytes", Table::kShareBar, 1}});
    for (const CarrierTotals &row : where.carriers)
        table.add({printable(row.carrier) + (row.own ? " (MPICH)" : ""), std::string(locality_label(row.locality)),
                   with_commas(row.pairs), with_commas(row.totals.messages), bytes(row.totals.bytes),
                   share_of(row.totals, total)});
    page.table(table);
    if (where.ip_on_one_node)
        page.warning(
            fmt::format("{} of ranks on one node, such as {} to {}, by an internet protocol alone, not by memory: {}; "
                        "see UCX_TLS, UCX_NET_DEVICES, FI_PROVIDER",
                        count_of(where.ip_on_one_node->pairs, "pair"), where.ip_on_one_node->source,
                        where.ip_on_one_node->target, bytes(where.ip_on_one_node->totals.bytes)));
}

void show_places(const ReportView &view, Page &page) {
    const Profile &profile = view.profile;
    if (!view.all || !has_places(profile))
        return;
    page.heading("Places", "what each rank was bound to, by hwloc's numbers; – where it may run on several");
    const std::vector<std::string> nodes = node_labels(profile);
    Table table({{"rank"},
                 {"node", Table::kText},
                 {"package", Table::kNumber, 1},
                 {"NUMA node", Table::kNumber, 2},
                 {"L3", Table::kNumber, 3},
                 {"core"},
                 {"processors", Table::kText, 4}});
    const size_t listed = std::min(view.top, profile.processes.size());
    for (size_t i = 0; i < listed; ++i) {
        const Process &process = profile.processes[i];
        const Place &place = process.place;
        table.add({std::to_string(process.world_rank), place.is_known() ? printable(nodes[place.node]) : "–",
                   number_of(place.package), number_of(place.numa_node), number_of(place.l3), number_of(place.core),
                   place.is_known() ? printable(profile.names[place.cpuset]) : "–"});
    }
    page.table(table);
    page.more(profile.processes.size() - listed);
}

}  // namespace mpimon
