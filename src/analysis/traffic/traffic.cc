#include "analysis/traffic/traffic.h"

#include <algorithm>

namespace mpimon {

namespace {

using Rows = std::vector<PairTraffic>;

// Sources are taken in ranges of buckets.
constexpr uint32_t kBucketBits = 16;

uint64_t pair_key(const PairTraffic &row) {
    return uint64_t{row.source} << 32U | row.target;
}
uint32_t kind_key(const PairTraffic &row) {
    return row.traffic_class * 8U + row.path;
}

bool before(const PairTraffic &a, const PairTraffic &b) {
    return pair_key(a) != pair_key(b) ? pair_key(a) < pair_key(b) : kind_key(a) < kind_key(b);
}

enum class Side { kSender, kReceiver };

// The side that counts a message: its sender if it was cancelled, the process that it reached if nobody received it.
Side counted_by(mpimon_direction direction) {
    return direction == MPIMON_RECEIVED || direction == MPIMON_UNRECEIVED ? Side::kReceiver : Side::kSender;
}

void sort_and_join(Rows &rows) {
    std::sort(rows.begin(), rows.end(), before);
    size_t kept = 0;
    for (size_t i = 1; i < rows.size(); ++i) {
        if (!before(rows[kept], rows[i])) {
            rows[kept].sent.add(rows[i].sent);
            rows[kept].received.add(rows[i].received);
            rows[kept].undelivered.add(rows[i].undelivered);
        } else {
            rows[++kept] = rows[i];
        }
    }
    if (!rows.empty())
        rows.resize(kept + 1);
}

// Reads the traffic source by source: what a source sent is in its own record, what its targets received in theirs.
class SourceReader {
  public:
    SourceReader(const Profile &profile, ClassSet classes, const std::function<void(const Rows &)> &visit,
                 size_t most_received)
        : profile_(profile), classes_(classes), visit_(visit), most_received_(most_received), received_in_(1) {}

    void run() {
        each_flow(Side::kReceiver, [&](const PairTraffic &row) {
            const size_t bucket = row.source >> kBucketBits;
            if (bucket >= received_in_.size())
                received_in_.resize(bucket + 1);
            ++received_in_[bucket];
        });
        for (size_t bucket = 0; bucket < received_in_.size();) {
            const size_t first = bucket;
            uint64_t rows = received_in_[bucket++];
            while (bucket < received_in_.size() && rows + received_in_[bucket] <= most_received_)
                rows += received_in_[bucket++];
            const size_t last = bucket < received_in_.size() ? (bucket << kBucketBits) - 1 : UINT32_MAX;
            visit_range(static_cast<uint32_t>(first << kBucketBits), static_cast<uint32_t>(last), rows);
        }
    }

  private:
    PairTraffic row_of(const Flows &flows, size_t flow) const {
        PairTraffic row;
        row.source = profile_.rank_of(flows, flow);
        row.target = flows.peer[flow];
        row.traffic_class = flows.traffic_class(flow);
        row.path = flows.path(flow);
        const mpimon_direction direction = flows.direction(flow);
        if (counted_by(direction) == Side::kReceiver)
            std::swap(row.source, row.target);
        (direction == MPIMON_SENT       ? row.sent
         : direction == MPIMON_RECEIVED ? row.received
                                        : row.undelivered) = {flows.messages[flow], flows.bytes[flow]};
        return row;
    }

    template <class Visit>
    void each_row(const Flows &flows, Side side, Visit visit) const {
        for (size_t i = 0; i < flows.size(); ++i)
            if (counted_by(flows.direction(i)) == side && classes_.has(flows.traffic_class(i)))
                visit(row_of(flows, i));
    }

    template <class Visit>
    void each_flow(Side side, Visit visit) const {
        profile_.flows.each_process([&](const Flows &flows) { each_row(flows, side, visit); });
    }

    // Visits sources from `first` to `last`, from which others have received so many rows.
    void visit_range(uint32_t first, uint32_t last, uint64_t rows) {
        Rows received;
        received.reserve(rows);
        if (rows > 0)
            each_flow(Side::kReceiver, [&](const PairTraffic &row) {
                if (row.source >= first && row.source <= last)
                    received.push_back(row);
            });
        sort_and_join(received);
        auto next = received.cbegin();
        for (; process_ < profile_.processes.size() && profile_.processes[process_].world_rank <= last; ++process_) {
            next = visit_others(next, received.cend(), profile_.processes[process_].world_rank);
            next = visit_process(next, received.cend());
        }
        visit_others(next, received.cend(), uint64_t{last} + 1);
    }

    // Visits sources below `end` that have no record. Returns the first row of those from `end` on.
    Rows::const_iterator visit_others(Rows::const_iterator next, Rows::const_iterator end_of_rows, uint64_t end) {
        while (next != end_of_rows && next->source < end)
            next = take(next, end_of_rows, next->source);
        return next;
    }

    Rows::const_iterator visit_process(Rows::const_iterator next, Rows::const_iterator end_of_rows) {
        flows_.clear();
        profile_.flows.unpack(process_, flows_);
        each_row(flows_, Side::kSender, [&](const PairTraffic &row) { rows_.push_back(row); });
        return take(next, end_of_rows, profile_.processes[process_].world_rank);
    }

    // Visits the rows of a source: rows_, and those from `next` on.
    Rows::const_iterator take(Rows::const_iterator next, Rows::const_iterator end_of_rows, uint32_t source) {
        for (; next != end_of_rows && next->source == source; ++next)
            rows_.push_back(*next);
        sort_and_join(rows_);
        if (!rows_.empty())
            visit_(rows_);
        rows_.clear();
        return next;
    }

    const Profile &profile_;
    ClassSet classes_;
    const std::function<void(const Rows &)> &visit_;
    size_t most_received_;
    std::vector<uint64_t> received_in_;  // by bucket, up to the last one that has any
    uint32_t process_ = 0;               // the next one
    Flows flows_;                        // of it
    Rows rows_;                          // of the current source
};

}  // namespace

Totals PairTraffic::moved() const {
    Totals totals = sent;
    if (traffic_class == MPIMON_CLASS_RMA)
        totals.add(received);
    return totals;
}

void each_source(const Profile &profile, ClassSet classes,
                 const std::function<void(const std::vector<PairTraffic> &)> &visit, size_t most_received) {
    SourceReader(profile, classes, visit, most_received).run();
}

}  // namespace mpimon
