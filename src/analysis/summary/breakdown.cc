#include "analysis/summary/breakdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "analysis/summary/collectives.h"

namespace mpimon {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"function", "region", "communicator", "algorithm", "path"};

// Fills a Breakdown. Rows are told apart by a number: what it means depends on what the breakdown is by.
class Breaker {
  public:
    Breaker(const Profile &profile, ClassSet classes) : profile_(profile), classes_(classes) {}

    Breakdown run(By by) {
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
                paths();
                break;
        }
        return sorted();
    }

  private:
    // Without it all traffic would seem to come from elsewhere.
    void need(std::string_view detail, bool found) const {
        if (!found && !profile_.job.detail.empty() && !records(profile_.job, detail))
            throw Failure(fmt::format("{} were not recorded; run the job with MPIR_CVAR_MONITORING_DETAIL={},{}",
                                      detail, printable(profile_.job.detail), detail));
    }

    void functions() {
        need("functions", !profile_.functions.empty());
        result_.remark = "time of all calls, of the shortest and of the longest one";
        flows([&](const Flows &rows, size_t flow) { return profile_.contexts[rows.context[flow]].function; });
        for (const Function &function : profile_.functions) {
            BreakdownRow &row = rows_[function.name];
            row.calls = row.calls.value_or(0) + function.calls;
            times(row).add(function.time_ns, function.shortest_ns, function.longest_ns);
        }
        label([&](uint32_t name) {
            return name == kNoFunction ? "(outside of MPI functions)" : printable(profile_.names[name]);
        });
    }

    void regions() {
        need("regions", !profile_.regions.empty());
        result_.remark =
            "calls: entries; time with that of regions within, its sum and the least and most of a rank; messages "
            "without";
        flows([&](const Flows &rows, size_t flow) { return profile_.contexts[rows.context[flow]].region; });
        for (const RegionTime &time : profile_.region_times) {
            BreakdownRow &row = rows_[time.region];
            row.calls = row.calls.value_or(0) + time.entries;
            times(row).add(time.time_ns, time.time_ns, time.time_ns);
        }
        label([&](uint32_t region) { return region_name(profile_, region); });
    }

    void communicators() {
        result_.remark = "collective calls; time in blocking ones, its sum and the least and most of a rank";
        flows([](const Flows &rows, size_t flow) { return rows.communicator[flow]; });
        collectives([&](const Collective &row) -> std::optional<uint32_t> {
            return row.role == MPIMON_ROLE_CALL ? std::optional(row.communicator) : std::nullopt;
        });
        label([&](uint32_t index) { return communicator_name(profile_.communicators[index]); });
    }

    void algorithms() {
        result_.remark =
            "bytes: what callers contribute; share without steps; time in blocking calls, its sum and the least and "
            "most of a rank";
        std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t, uint8_t>, uint32_t> numbers;
        std::vector<std::string> labels;
        collectives([&](const Collective &row) -> std::optional<uint32_t> {
            const auto next = static_cast<uint32_t>(labels.size());
            const auto [place, is_new] =
                numbers.try_emplace({row.operation, row.algorithm, row.parent, row.mode, row.role}, next);
            if (is_new)
                labels.push_back(operation_of(profile_, row) + ": " + printable(profile_.names[row.algorithm]) +
                                 (row.role != MPIMON_ROLE_STEP ? ""
                                  : row.parent > 0             ? " (step of " + parent_of(profile_, row) + ")"
                                                               : " (the library's own)"));
            rows_[place->second].sent_bytes += row.bytes;
            rows_[place->second].part = row.role == MPIMON_ROLE_STEP;
            return place->second;
        });
        label([&](uint32_t number) { return labels[number]; });
    }

    void paths() {
        result_.remark = "all messages, those to the rank itself included";
        flows([](const Flows &rows, size_t flow) { return static_cast<uint32_t>(rows.path(flow)); });
        label([](uint32_t path) { return std::string(path_name(static_cast<mpimon_path>(path))); });
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

    template <class LabelOf>
    void label(LabelOf label_of) {
        for (auto &[key, row] : rows_)
            row.label = label_of(key);
    }

    Breakdown sorted() {
        for (auto &[key, row] : rows_) {
            result_.sent_bytes += row.part ? 0 : row.sent_bytes;
            result_.rows.push_back(std::move(row));
        }
        std::stable_sort(result_.rows.begin(), result_.rows.end(), [](const auto &a, const auto &b) {
            const uint64_t a_time = a.times ? a.times->sum_ns : 0;
            const uint64_t b_time = b.times ? b.times->sum_ns : 0;
            return std::tie(b.sent_bytes, b_time, a.label) < std::tie(a.sent_bytes, a_time, b.label);
        });
        if (!classes_.is_all())
            result_.remark += fmt::format("; messages and bytes of {} only", classes_.text());
        result_.classes = classes_.names();
        return std::move(result_);
    }

    const Profile &profile_;
    ClassSet classes_;
    std::map<uint32_t, BreakdownRow> rows_;
    Breakdown result_;
};

}  // namespace

By by_named(const std::string &name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        throw WrongArgument(fmt::format("--by: '{}' is not one of {}", name, fmt::join(kNames, ", ")));
    return static_cast<By>(found - kNames.begin());
}

void Times::add(uint64_t sum, uint64_t shortest, uint64_t longest) {
    sum_ns += sum;
    shortest_ns = std::min(shortest_ns, shortest);
    longest_ns = std::max(longest_ns, longest);
}

std::string region_name(const Profile &profile, uint32_t region) {
    if (region == kNoRegion)
        return "(no region)";
    const Region &innermost = profile.regions[region];
    const std::string name = printable(profile.names[innermost.name]);
    return innermost.parent == kNoRegion ? name : region_name(profile, innermost.parent) + " / " + name;
}

Breakdown break_down(const Profile &profile, ClassSet classes, By by) {
    if (by == By::kAlgorithm && !classes.is_all())
        throw WrongArgument("--class: what an algorithm's calls contribute is of no class; leave it out");
    return Breaker(profile, classes).run(by);
}

}  // namespace mpimon
