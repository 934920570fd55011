#include "mpimon/summary.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace mpimon {

namespace {

constexpr const char *kMerged = "all";

// Fills a Summary section by section.
class Summarizer {
  public:
    Summarizer(const Profile &profile, ClassSet classes, size_t top)
        : profile_(profile), classes_(classes), top_(top), rows_(traffic_by_pair(profile, classes)) {
        summary_.merged = profile.job.enable < 2 && classes.is_all();
    }

    Summary run() {
        sum_times();
        sum_paths();
        sum_pairs();
        sum_histograms();
        sum_communicators();
        compare_sides();
        summary_.collectives = summarize_collectives(profile_);
        return std::move(summary_);
    }

  private:
    std::string label(mpimon_class traffic_class) const {
        return summary_.merged ? kMerged : std::string(class_name(traffic_class));
    }

    void sum_times() {
        int64_t start = INT64_MAX;
        int64_t end = 0;
        for (const Process &process : profile_.processes) {
            start = std::min(start, process.start_time_ns);
            end = std::max(end, process.end_time_ns);
            summary_.incomplete += process.complete ? 0 : 1;
        }
        summary_.start_time_ns = profile_.processes.empty() ? 0 : start;
        if (end > start)
            summary_.seconds = (static_cast<double>(end) - static_cast<double>(start)) * 1e-9;
    }

    // Classes in their order, writes before reads, then paths.
    using PathKey = std::tuple<uint32_t, bool, mpimon_path>;

    void sum_paths() {
        std::map<PathKey, Totals> sums;
        for (const PairTraffic &row : rows_) {
            if (!is_world_rank(row.source) || !is_world_rank(row.target)) {
                sum_foreign(row);
            } else if (row.is_self()) {
                summary_.self.add(row.moved());
            } else {
                const bool one_sided = row.traffic_class == MPIMON_CLASS_RMA;
                const uint32_t order = summary_.merged ? 0 : row.traffic_class;
                sums[{order, false, row.path}].add(row.sent);
                if (one_sided)
                    sums[{order, !summary_.merged, row.path}].add(row.received);
                summary_.all.add(row.moved());
            }
        }
        for (const auto &[key, totals] : sums) {
            const auto &[order, read, path] = key;
            const auto traffic_class = static_cast<mpimon_class>(order);
            const bool one_sided = traffic_class == MPIMON_CLASS_RMA && !summary_.merged;
            if (totals.messages > 0)
                summary_.paths.push_back({label(traffic_class) + (!one_sided ? ""
                                                                  : read     ? " read"
                                                                             : " write"),
                                          path, totals});
        }
    }

    void sum_foreign(const PairTraffic &row) {
        if (row.source == MPIMON_PEER_UNKNOWN)
            summary_.from_unknown.add(row.received);
        else if (is_world_rank(row.source))
            summary_.to_foreign.add(row.moved());
        else
            summary_.from_foreign.add(row.received);
    }

    void sum_pairs() {
        std::vector<PairTotals> pairs;
        for (const PairTraffic &row : rows_) {
            const Totals moved = row.moved();
            if (row.is_self() || !is_world_rank(row.source) || !is_world_rank(row.target) || moved.messages == 0)
                continue;
            if (pairs.empty() || pairs.back().source != row.source || pairs.back().target != row.target)
                pairs.push_back({row.source, row.target, {}});
            pairs.back().totals.add(moved);
        }
        summary_.pairs = pairs.size();
        find_imbalance(pairs);
        const auto listed = static_cast<ptrdiff_t>(std::min(top_, pairs.size()));
        std::partial_sort(pairs.begin(), pairs.begin() + listed, pairs.end(), [](const auto &a, const auto &b) {
            return std::tuple(b.totals.bytes, b.totals.messages, a.source, a.target) <
                   std::tuple(a.totals.bytes, a.totals.messages, b.source, b.target);
        });
        summary_.top_pairs.assign(pairs.begin(), pairs.begin() + listed);
    }

    // Pairs come sorted by their source.
    void find_imbalance(const std::vector<PairTotals> &pairs) {
        Imbalance &imbalance = summary_.imbalance;
        uint64_t sum = 0;
        for (size_t i = 0; i < pairs.size();) {
            const uint32_t rank = pairs[i].source;
            uint64_t bytes = 0;
            for (; i < pairs.size() && pairs[i].source == rank; ++i)
                bytes += pairs[i].totals.bytes;
            sum += bytes;
            if (bytes > imbalance.busiest_bytes) {
                imbalance.busiest_bytes = bytes;
                imbalance.busiest_rank = rank;
            }
        }
        if (profile_.job.world_size > 0)
            imbalance.mean_bytes = static_cast<double>(sum) / profile_.job.world_size;
    }

    void sum_histograms() {
        std::map<uint32_t, Bins> sums;
        for (const Histogram &histogram : profile_.histograms) {
            if (!classes_.has(static_cast<mpimon_class>(histogram.traffic_class)))
                continue;
            Bins &bins = sums[summary_.merged ? 0 : histogram.traffic_class];
            for (size_t bin = 0; bin < histogram.bins; ++bin)
                bins[bin] += profile_.histogram_bins[histogram.first + bin];
        }
        for (const auto &[order, bins] : sums)
            summary_.histograms.push_back({label(static_cast<mpimon_class>(order)), bins});
    }

    void sum_communicators() {
        const Flows &flows = profile_.flows;
        std::vector<Totals> sums(profile_.communicators.size());
        for (size_t i = 0; i < flows.size(); ++i) {
            const mpimon_class traffic_class = flows.traffic_class(i);
            if (classes_.has(traffic_class) && flows.peer[i] != profile_.rank_of(i) &&
                (flows.direction(i) == MPIMON_SENT || traffic_class == MPIMON_CLASS_RMA))
                sums[flows.communicator[i]].add({flows.messages[i], flows.bytes[i]});
        }
        for (size_t i = 0; i < sums.size(); ++i)
            if (sums[i].messages > 0)
                summary_.communicators.push_back({static_cast<uint32_t>(i), sums[i]});
        std::stable_sort(
            summary_.communicators.begin(), summary_.communicators.end(), [](const auto &a, const auto &b) {
                return std::tuple(b.totals.bytes, b.totals.messages) < std::tuple(a.totals.bytes, a.totals.messages);
            });
    }

    // Rows are sorted by pair, class, path; sender and receiver may have seen different paths.
    void compare_sides() {
        std::map<uint32_t, Comparison> sums;
        bool recorded = false;
        for (size_t i = 0; i < rows_.size();) {
            const PairTraffic &first = rows_[i];
            Totals sent;
            Totals received;
            Totals settled;
            for (; i < rows_.size() && rows_[i].source == first.source && rows_[i].target == first.target &&
                   rows_[i].traffic_class == first.traffic_class;
                 ++i) {
                sent.add(rows_[i].sent);
                received.add(rows_[i].received);
                settled.add(rows_[i].settled);
            }
            if (!is_world_rank(first.source) || !is_world_rank(first.target) ||
                first.traffic_class == MPIMON_CLASS_RMA || first.traffic_class == MPIMON_CLASS_CTRL)
                continue;
            recorded = recorded || received.messages > 0;
            Comparison &sum = sums[summary_.merged ? 0 : first.traffic_class];
            sum.sent.add(sent);
            sum.received.add(received);
            sum.settled.add(settled);
            settled.add(received);
            sum.differing_pairs += sent == settled ? 0 : 1;
        }
        for (auto &[order, comparison] : sums) {
            comparison.label = label(static_cast<mpimon_class>(order));
            if (recorded)
                summary_.comparisons.push_back(comparison);
        }
    }

    const Profile &profile_;
    ClassSet classes_;
    size_t top_;
    std::vector<PairTraffic> rows_;
    Summary summary_;
};

}  // namespace

Summary summarize(const Profile &profile, ClassSet classes, size_t top) {
    return Summarizer(profile, classes, top).run();
}

}  // namespace mpimon
