#include "analysis/summary/summary.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace mpimon {

namespace {

constexpr size_t kPairsAtLeast = 1024;

// Fills a Summary section by section.
class Summarizer {
  public:
    Summarizer(const Profile &profile, const SummaryOptions &options)
        : profile_(profile),
          classes_(options.classes),
          top_(options.top),
          top_ranks_(options.top_ranks.value_or(options.top)),
          order_(options.order),
          participants_(profile),
          ranks_(profile, participants_),
          where_(profile) {
        summary_.merged = !participants_.classes_apart() && !options.classes_named;
    }

    Summary run() {
        sum_times();
        each_source(profile_, classes_, [&](const std::vector<PairTraffic> &rows) {
            sum_paths(rows);
            sum_pairs(rows);
            ranks_.add(rows);
            compare_sides(rows);
            where_.add(rows);
        });
        list_paths();
        list_pairs();
        list_comparisons();
        sum_histograms();
        sum_communicators();
        summary_.collectives = summarize_collectives(profile_, order_);
        summary_.top_ranks = ranks_.top(top_ranks_, order_.value_or(Order::kBytes));
        summary_.ranks = ranks_.size();
        summary_.mpi_time = ranks_.mpi_time();
        summary_.gauges = summarize_gauges(profile_);
        summary_.where = where_.take();
        summary_.files = summarize_files(profile_);
        summary_.noncontiguous = summarize_noncontiguous(profile_, classes_, summary_.merged);
        if (!profile_.waits.empty())
            summary_.waiting = summarize_waiting(profile_, classes_);
        return std::move(summary_);
    }

  private:
    std::optional<mpimon_class> told_apart(uint32_t order) const {
        return summary_.merged ? std::nullopt : std::optional(static_cast<mpimon_class>(order));
    }

    void sum_times() {
        summary_.programs = participants_.programs();
        summary_.details = participants_.details();
        summary_.without_counts = participants_.without_counts();
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

    // Rows are sorted by this: classes in their order, writes before reads, then paths.
    using PathKey = std::tuple<uint32_t, bool, mpimon_path>;

    void sum_paths(const std::vector<PairTraffic> &rows) {
        for (const PairTraffic &row : rows) {
            if (!is_world_rank(row.source) || !is_world_rank(row.target)) {
                sum_foreign(row);
            } else if (row.is_self()) {
                summary_.self.add(row.moved());
            } else {
                const bool one_sided = row.traffic_class == MPIMON_CLASS_RMA;
                const uint32_t order = summary_.merged ? 0 : row.traffic_class;
                paths_[{order, false, row.path}].add(row.sent);
                if (one_sided)
                    paths_[{order, !summary_.merged, row.path}].add(row.received);
                summary_.all.add(row.moved());
            }
        }
    }

    void list_paths() {
        for (const auto &[key, totals] : paths_) {
            const auto &[order, read, path] = key;
            if (totals.messages > 0)
                summary_.paths.push_back({told_apart(order), read, path, totals});
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

    // Adds all rows of one source, sorted by their target.
    void sum_pairs(const std::vector<PairTraffic> &rows) {
        const size_t before = pairs_.size();
        uint64_t bytes = 0;
        for (const PairTraffic &row : rows) {
            const Totals moved = row.moved();
            if (row.is_self() || !is_world_rank(row.source) || !is_world_rank(row.target) || moved.messages == 0)
                continue;
            if (pairs_.size() == before || pairs_.back().target != row.target)
                pairs_.push_back({row.source, row.target, {}});
            pairs_.back().totals.add(moved);
            bytes += moved.bytes;
        }
        summary_.pairs += pairs_.size() - before;
        sent_bytes_ += bytes;
        if (bytes > 0 && !has_counted(rows.front().source))
            ++senders_without_counts_;
        if (bytes > summary_.imbalance.busiest_bytes)
            summary_.imbalance = {rows.front().source, bytes, 0};
        if (pairs_.size() > 2 * top_ + kPairsAtLeast)
            keep_top_pairs();
    }

    std::pair<uint64_t, uint64_t> sort_key(const Totals &totals) const {
        return order_ == Order::kMessages ? std::pair(totals.messages, totals.bytes)
                                          : std::pair(totals.bytes, totals.messages);
    }

    void keep_top_pairs() {
        const auto listed = static_cast<ptrdiff_t>(std::min(top_, pairs_.size()));
        std::partial_sort(pairs_.begin(), pairs_.begin() + listed, pairs_.end(), [&](const auto &a, const auto &b) {
            return std::tuple(sort_key(b.totals), a.source, a.target) <
                   std::tuple(sort_key(a.totals), b.source, b.target);
        });
        pairs_.resize(static_cast<size_t>(listed));
    }

    void list_pairs() {
        keep_top_pairs();
        summary_.top_pairs = std::move(pairs_);
        const size_t senders = profile_.processes.size() - summary_.without_counts.size() + senders_without_counts_;
        if (senders > 0)
            summary_.imbalance.mean_bytes = static_cast<double>(sent_bytes_) / static_cast<double>(senders);
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
            summary_.histograms.push_back({told_apart(order), bins});
    }

    void sum_communicators() {
        std::vector<Totals> sums(profile_.communicators.size());
        profile_.flows.each_process([&](const Flows &flows) {
            for (size_t i = 0; i < flows.size(); ++i) {
                const mpimon_class traffic_class = flows.traffic_class(i);
                if (classes_.has(traffic_class) && flows.peer[i] != profile_.rank_of(flows, i) &&
                    (flows.direction(i) == MPIMON_SENT || traffic_class == MPIMON_CLASS_RMA))
                    sums[flows.communicator[i]].add({flows.messages[i], flows.bytes[i]});
            }
        });
        for (size_t i = 0; i < sums.size(); ++i)
            if (sums[i].messages > 0)
                summary_.communicators.push_back({static_cast<uint32_t>(i), sums[i]});
        std::stable_sort(summary_.communicators.begin(), summary_.communicators.end(),
                         [&](const auto &a, const auto &b) { return sort_key(b.totals) < sort_key(a.totals); });
    }

    bool has_counted(uint32_t rank) const {
        const Process *process = profile_.process_of(rank);
        return process != nullptr && participants_.counted(static_cast<size_t>(process - profile_.processes.data()));
    }

    // Whether one of the two was not to count the row; then the other one's count is compared with nothing.
    bool is_counted_once(const PairTraffic &row) const {
        const bool seen = row.received.messages > 0 || row.undelivered.messages > 0;
        return (!seen && participants_.may_lack(row.target, "receives")) ||
               (row.sent.messages == 0 && participants_.may_lack(row.source, "peers"));
    }

    static bool has_two_counts(const PairTraffic &row) {
        return is_world_rank(row.source) && is_world_rank(row.target) && row.traffic_class != MPIMON_CLASS_RMA &&
               row.traffic_class != MPIMON_CLASS_CTRL;
    }

    // Adds up what a source and a target say of a class, from row `i` on; `i` becomes the row that follows.
    static PairTraffic join_paths(const std::vector<PairTraffic> &rows, size_t &i) {
        PairTraffic joined = rows[i];
        for (++i; i < rows.size() && rows[i].target == joined.target && rows[i].traffic_class == joined.traffic_class;
             ++i) {
            joined.sent.add(rows[i].sent);
            joined.received.add(rows[i].received);
            joined.undelivered.add(rows[i].undelivered);
        }
        return joined;
    }

    // Rows are sorted by target, class, path; sender and receiver may have seen different paths.
    void compare_sides(const std::vector<PairTraffic> &rows) {
        std::optional<uint32_t> differing_target;
        for (size_t i = 0; i < rows.size();) {
            const PairTraffic row = join_paths(rows, i);
            if (!has_two_counts(row))
                continue;
            if (is_counted_once(row)) {
                summary_.counted_once.add(row.moved());
                continue;
            }
            undelivered_any_ = undelivered_any_ || row.received.messages > 0 || row.undelivered.messages > 0;
            Comparison &sum = comparisons_[summary_.merged ? 0 : row.traffic_class];
            sum.sent.add(row.sent);
            sum.received.add(row.received);
            sum.undelivered.add(row.undelivered);
            Totals accounted = row.received;
            accounted.add(row.undelivered);
            if (row.sent == accounted || (summary_.merged && differing_target == row.target))
                continue;
            ++sum.differing_pairs;
            differing_target = row.target;
        }
    }

    // Lists nothing if receives were not recorded: then nothing that was sent would be found again.
    void list_comparisons() {
        const bool recorded = undelivered_any_ || records(profile_.job, "receives");
        for (auto &[order, comparison] : comparisons_) {
            comparison.traffic_class = told_apart(order);
            if (recorded)
                summary_.comparisons.push_back(comparison);
        }
    }

    const Profile &profile_;
    ClassSet classes_;
    size_t top_;
    size_t top_ranks_;
    std::optional<Order> order_;
    Participants participants_;
    RankSums ranks_;
    std::map<PathKey, Totals> paths_;
    std::vector<PairTotals> pairs_;      // those among which the top ones are
    uint64_t sent_bytes_ = 0;            // of all pairs
    size_t senders_without_counts_ = 0;  // whose data others have read
    std::map<uint32_t, Comparison> comparisons_;
    bool undelivered_any_ = false;
    WhereSums where_;
    Summary summary_;
};

}  // namespace

Summary summarize(const Profile &profile, const SummaryOptions &options) {
    return Summarizer(profile, options).run();
}

}  // namespace mpimon
