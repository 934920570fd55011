#include "analysis/summary/calls/breakdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/failure.h"
#include "analysis/names/names.h"
#include "analysis/summary/calls/collectives.h"

namespace mpimon {

namespace {

// Fills a Breakdown. Rows are told apart by a number: what it means depends on what the breakdown is by.
class BreakdownBuilder {
  public:
    BreakdownBuilder(const Profile &profile, ClassSet classes) : profile_(profile), classes_(classes) {}

    Breakdown run(By by, Order order) {
        result_.by = by;
        switch (by) {
            case By::kFunction:
                functions();
                break;
            case By::kRegion:
                regions();
                break;
            case By::kCommunicator:
                communicators();
                break;
            case By::kAlgorithm:
                algorithms();
                break;
            case By::kPath:
                flows([](const Flows &rows, size_t flow) { return static_cast<uint32_t>(rows.path(flow)); });
                break;
        }
        return sorted(order);
    }

  private:
    // Throws NotRecorded where the detail was not recorded: without it all traffic would seem to come from elsewhere.
    void need(const char *detail, bool found) const {
        if (!found && !profile_.job.detail.empty() && !records(profile_.job, detail))
            throw NotRecorded(detail);
    }

    void functions() {
        need("functions", !profile_.functions.empty());
        flows([&](const Flows &rows, size_t flow) { return profile_.contexts[rows.context[flow]].function; });
        for (const Function &function : profile_.functions) {
            BreakdownRow &row = rows_[function.name];
            row.calls = row.calls.value_or(0) + function.calls;
            times(row).add(function.time_ns, function.shortest_ns, function.longest_ns);
        }
        waits([](const Context &context) { return context.function; });
    }

    void regions() {
        need("regions", !profile_.regions.empty());
        flows([&](const Flows &rows, size_t flow) { return profile_.contexts[rows.context[flow]].region; });
        for (const RegionTime &time : profile_.region_times) {
            BreakdownRow &row = rows_[time.region];
            row.calls = row.calls.value_or(0) + time.entries;
            times(row).add(time.time_ns, time.time_ns, time.time_ns);
        }
        waits([](const Context &context) { return context.region; });
    }

    void communicators() {
        flows([](const Flows &rows, size_t flow) { return rows.communicator[flow]; });
        collectives([&](const Collective &row) -> std::optional<uint32_t> {
            return row.role == MPIMON_ROLE_CALL ? std::optional(row.communicator) : std::nullopt;
        });
    }

    void algorithms() {
        std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t, uint8_t>, uint32_t> numbers;
        std::vector<Collective> firsts;
        collectives([&](const Collective &row) -> std::optional<uint32_t> {
            const auto next = static_cast<uint32_t>(firsts.size());
            const auto [entry, is_new] =
                numbers.try_emplace({row.operation, row.algorithm, row.parent, row.mode, row.role}, next);
            if (is_new)
                firsts.push_back(row);
            rows_[entry->second].sent_bytes += row.bytes;
            return entry->second;
        });
        for (size_t i = 0; i < firsts.size(); ++i) {
            BreakdownRow &row = rows_[static_cast<uint32_t>(i)];
            row.id = firsts[i].algorithm;
            row.operation = firsts[i].operation;
            row.parent = firsts[i].parent;
            row.mode = static_cast<mpimon_mode>(firsts[i].mode);
            row.step = firsts[i].role == MPIMON_ROLE_STEP;
        }
    }

    template <class KeyOf>
    void waits(KeyOf key_of) {
        for (const Wait &wait : profile_.waits) {
            if (!classes_.has(static_cast<mpimon_class>(wait.traffic_class)))
                continue;
            BreakdownRow &row = rows_[key_of(profile_.contexts[wait.context])];
            row.waited_ns = row.waited_ns.value_or(0) + wait.time_ns;
        }
    }

    static Times &times(BreakdownRow &row) {
        if (!row.times)
            row.times.emplace();
        return *row.times;
    }

    template <class KeyOf>
    void flows(KeyOf key_of) {
        profile_.flows.each_process([&](const Flows &flows) {
            for (size_t i = 0; i < flows.size(); ++i)
                if (classes_.has(flows.traffic_class(i)))
                    add_flow(rows_[key_of(flows, i)], flows, i);
        });
    }

    static void add_flow(BreakdownRow &row, const Flows &flows, size_t flow) {
        const Totals totals = {flows.messages[flow], flows.bytes[flow]};
        if (flows.direction(flow) == MPIMON_SENT) {
            row.sent_messages = row.sent_messages.value_or(0) + totals.messages;
            row.sent_bytes += totals.bytes;
        } else if (flows.direction(flow) == MPIMON_RECEIVED) {
            if (!row.received)
                row.received.emplace();
            row.received->add(totals);
        }
    }

    // Times are summed for each rank first, so that the least and the most of a rank can be told.
    template <class KeyOf>
    void collectives(KeyOf key_of) {
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> rank_times;
        for (const Collective &collective : profile_.collectives) {
            const std::optional<uint32_t> key = key_of(collective);
            if (!key)
                continue;
            BreakdownRow &row = rows_[*key];
            row.calls = row.calls.value_or(0) + collective.calls;
            if (collective.time_ns > 0)
                rank_times[{*key, collective.process}] += collective.time_ns;
        }
        for (const auto &[key, time] : rank_times)
            times(rows_[key.first]).add(time, time, time);
    }

    Breakdown sorted(Order order) {
        for (auto &[key, row] : rows_) {
            if (result_.by != By::kAlgorithm)
                row.id = key;
            result_.sent_bytes += row.step ? 0 : row.sent_bytes;
            result_.rows.push_back(std::move(row));
        }
        const auto rank = [order](const BreakdownRow &row) {
            const uint64_t time = row.times ? row.times->sum_ns : 0;
            const uint64_t messages = row.sent_messages.value_or(0);
            const uint64_t first = order == Order::kBytes      ? row.sent_bytes
                                   : order == Order::kMessages ? messages
                                                               : time;
            return std::tuple(first, row.sent_bytes, time, messages);
        };
        std::sort(result_.rows.begin(), result_.rows.end(), [&](const auto &a, const auto &b) {
            return std::tuple(rank(b), name_of(a), a.step) < std::tuple(rank(a), name_of(b), b.step);
        });
        return std::move(result_);
    }

    // Numbers differ from profile to profile of the same job; names do not.
    std::string name_of(const BreakdownRow &row) const {
        if (result_.by == By::kFunction)
            return row.id == kNoFunction ? "" : profile_.names[row.id];
        if (result_.by == By::kAlgorithm)
            return operation_name(profile_.names[row.operation], row.mode) + ' ' + profile_.names[row.id];
        return result_.by == By::kRegion && row.id == kNoRegion ? "" : fmt::format("{:10}", row.id);
    }

    const Profile &profile_;
    ClassSet classes_;
    std::map<uint32_t, BreakdownRow> rows_;
    Breakdown result_;
};

}  // namespace

void Times::add(uint64_t sum, uint64_t shortest, uint64_t longest) {
    sum_ns += sum;
    shortest_ns = std::min(shortest_ns, shortest);
    longest_ns = std::max(longest_ns, longest);
}

Breakdown break_down(const Profile &profile, ClassSet classes, By by, Order order) {
    return BreakdownBuilder(profile, classes).run(by, order);
}

}  // namespace mpimon
