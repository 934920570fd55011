#include "analysis/live/variables.h"

#include <algorithm>
#include <array>

#include "analysis/names/names.h"
#include "analysis/summary/calls/collectives.h"
#include "analysis/traffic/traffic.h"

namespace mpimon {

namespace {

constexpr double kNsPerSecond = 1e9;

Variable &variable(Variables &all, const std::string &name, std::string_view unit, bool grows) {
    Variable &found = all[name];
    if (found.unit.empty())
        found.unit = unit;
    found.grows = grows;
    return found;
}

void add_class(Variables &all, uint32_t rank, mpimon_class traffic_class, const Totals &totals) {
    const std::string name(class_name(traffic_class));
    variable(all, name + "_messages", "messages", true).values[rank] += static_cast<double>(totals.messages);
    variable(all, name + "_bytes", "bytes", true).values[rank] += static_cast<double>(totals.bytes);
}

void add_traffic(Variables &all, const Profile &profile) {
    each_source(profile, ClassSet::all(), [&](const std::vector<PairTraffic> &rows) {
        std::array<Totals, MPIMON_CLASSES> sums = {};
        for (const PairTraffic &row : rows)
            if (!row.is_self())
                sums[row.traffic_class].add(row.moved());
        for (size_t i = 0; i < sums.size(); ++i)
            if (sums[i].messages > 0 && is_world_rank(rows.front().source))
                add_class(all, rows.front().source, static_cast<mpimon_class>(i), sums[i]);
    });
}

void add_collectives(Variables &all, const Profile &profile) {
    for (const Collective &row : profile.collectives) {
        if (row.role == MPIMON_ROLE_STEP)
            continue;
        const uint32_t rank = profile.processes[row.process].world_rank;
        const std::string operation = operation_of(profile, row);
        variable(all, operation + "_calls", "calls", true).values[rank] += static_cast<double>(row.calls);
        variable(all, operation + "_time", "seconds", true).values[rank] +=
            static_cast<double>(row.time_ns) / kNsPerSecond;
    }
}

void add_gauges(Variables &all, const Profile &profile) {
    for (const Gauge &row : profile.gauges) {
        const uint32_t rank = profile.processes[row.process].world_rank;
        const std::string &name = profile.names[row.name];
        Variable &gauge = variable(all, name, gauge_unit(name), false);
        gauge.values[rank] += static_cast<double>(row.rises) - static_cast<double>(row.falls);
        gauge.highest[rank] = std::max(gauge.highest[rank], static_cast<double>(row.highest));
    }
}

}  // namespace

Variables variables_of(const Profile &profile) {
    Variables all;
    add_traffic(all, profile);
    add_collectives(all, profile);
    for (const Wait &wait : profile.waits)
        variable(all, "waiting", "seconds", true).values[profile.processes[wait.process].world_rank] +=
            static_cast<double>(wait.time_ns) / kNsPerSecond;
    add_gauges(all, profile);
    return all;
}

void add(Variables &all, const Variables &others) {
    for (const auto &[name, other] : others) {
        Variable &own = variable(all, name, other.unit, other.grows);
        for (const auto &[rank, value] : other.values)
            own.values[rank] += value;
        for (const auto &[rank, highest] : other.highest)
            own.highest[rank] = std::max(own.highest[rank], highest);
    }
}

}  // namespace mpimon
