#include "analysis/live/moment.h"

#include <algorithm>

#include "analysis/summary/calls/collectives.h"

namespace mpimon {

namespace {

constexpr double kNsPerSecond = 1e9;

double per_second(uint64_t before, uint64_t after, double seconds) {
    return seconds > 0 && after > before ? static_cast<double>(after - before) / seconds : 0;
}

template <class Key, class Value>
Value value_of(const std::map<Key, Value> &values, const Key &key) {
    const auto found = values.find(key);
    return found == values.end() ? Value() : found->second;
}

Growth growth(const Totals &before, const Totals &after, double seconds) {
    return {after, per_second(before.messages, after.messages, seconds),
            per_second(before.bytes, after.bytes, seconds)};
}

template <class Key>
std::map<Key, Growth> growths(const std::map<Key, Totals> &before, const std::map<Key, Totals> &after, double seconds) {
    std::map<Key, Growth> all;
    for (const auto &[key, totals] : after)
        all[key] = growth(value_of(before, key), totals, seconds);
    return all;
}

void add_traffic(Moment &moment, const Profile &profile) {
    each_source(profile, ClassSet::all(), [&](const std::vector<PairTraffic> &rows) {
        for (const PairTraffic &row : rows) {
            if (row.is_self())
                continue;
            const Totals moved = row.moved();
            moment.classes[row.traffic_class].add(moved);
            moment.pairs[{row.source, row.target}].add(moved);
            moment.ranks[row.source].add(moved);
        }
    });
}

std::string name_of(const Profile &profile, const Wait &wait) {
    const auto kind = static_cast<mpimon_wait_kind>(wait.kind);
    const auto traffic_class = static_cast<mpimon_class>(wait.traffic_class);
    const std::string of = wait.operation == kNoOperation ? "" : " " + profile.names[wait.operation];
    return std::string(class_name(traffic_class)) + of + ", " + std::string(wait_kind_name(kind));
}

std::map<std::string, CallGrowth> call_growths(const std::map<std::string, CallTotals> &before,
                                               const std::map<std::string, CallTotals> &after, double seconds,
                                               size_t processes) {
    std::map<std::string, CallGrowth> growths;
    for (const auto &[name, calls] : after) {
        const CallTotals earlier = value_of(before, name);
        const double time = per_second(earlier.time_ns, calls.time_ns, seconds) / kNsPerSecond;
        growths[name] = {calls, per_second(earlier.calls, calls.calls, seconds),
                         time / static_cast<double>(std::max<size_t>(processes, 1))};
    }
    return growths;
}

}  // namespace

Moment moment_of(const Profile &profile, double seconds) {
    Moment moment;
    moment.seconds = seconds;
    add_traffic(moment, profile);
    for (const Collective &row : profile.collectives) {
        if (row.role == MPIMON_ROLE_STEP)
            continue;
        moment.collectives[operation_of(profile, row)].add({row.calls, row.time_ns});
    }
    for (const Wait &wait : profile.waits) {
        moment.waited_ns[profile.processes[wait.process].world_rank] += wait.time_ns;
        moment.waits[name_of(profile, wait)].add({wait.waits, wait.time_ns});
    }
    return moment;
}

void add(Moment &sum, const Moment &other) {
    const auto add_totals = [](auto &to, const auto &from) {
        for (const auto &[key, totals] : from)
            to[key].add(totals);
    };
    add_totals(sum.classes, other.classes);
    add_totals(sum.pairs, other.pairs);
    add_totals(sum.ranks, other.ranks);
    add_totals(sum.collectives, other.collectives);
    add_totals(sum.waits, other.waits);
    for (const auto &[rank, waited] : other.waited_ns)
        sum.waited_ns[rank] += waited;
}

Rates rates_between(const Moment &before, const Moment &after, size_t processes) {
    Rates rates;
    const double seconds = after.seconds - before.seconds;
    rates.seconds = seconds;
    rates.classes = growths(before.classes, after.classes, seconds);
    rates.pairs = growths(before.pairs, after.pairs, seconds);
    rates.ranks = growths(before.ranks, after.ranks, seconds);
    for (const auto &[name, growth] : rates.classes) {
        rates.all.total.add(growth.total);
        rates.all.messages_per_second += growth.messages_per_second;
        rates.all.bytes_per_second += growth.bytes_per_second;
    }
    rates.collectives = call_growths(before.collectives, after.collectives, seconds, processes);
    rates.waits = call_growths(before.waits, after.waits, seconds, processes);
    for (const auto &[rank, waited] : after.waited_ns)
        rates.waiting[rank] = per_second(value_of(before.waited_ns, rank), waited, seconds) / kNsPerSecond;
    return rates;
}

Rates sums_of(const Moment &moment) {
    return rates_between(moment, moment, 1);
}

}  // namespace mpimon
