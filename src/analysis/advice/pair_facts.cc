// Facts on pairs of ranks.
#include <algorithm>
#include <map>
#include <utility>

#include "analysis/advice/subjects.h"
#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"

namespace mpimon::advice {

namespace {

struct PairFacts {
    double source = 0;
    double target = 0;
    double messages = 0;  // point-to-point, from source to target
    double bytes = 0;
    double mean_bytes = 0;
    double largest_bytes = 0;   // the largest message's size, or up to twice as much; detail sizes
    double messages_back = 0;   // from target to source
    double late_senders = 0;    // seconds that the target waited for messages of the source
    double late_receivers = 0;  // seconds that the source waited for receives of the target
    double source_outside = 0;  // seconds of the source outside of MPI
    double target_outside = 0;
    double sends_that_waited = 0;
};

const Columns<PairFacts> kPairColumns = {{{"pair.source", &PairFacts::source},
                                          {"pair.target", &PairFacts::target},
                                          {"pair.messages", &PairFacts::messages},
                                          {"pair.bytes", &PairFacts::bytes},
                                          {"pair.mean_bytes", &PairFacts::mean_bytes},
                                          {"pair.largest_bytes", &PairFacts::largest_bytes},
                                          {"pair.messages_back", &PairFacts::messages_back},
                                          {"pair.late_sender_seconds", &PairFacts::late_senders},
                                          {"pair.late_receiver_seconds", &PairFacts::late_receivers},
                                          {"pair.source_outside_seconds", &PairFacts::source_outside},
                                          {"pair.target_outside_seconds", &PairFacts::target_outside},
                                          {"pair.waiting_sends", &PairFacts::sends_that_waited}},
                                         {}};

constexpr double kLeastTraffic = 0.01;  // of the job's
constexpr double kLeastWait = 0.001;

ClassSet point_to_point() {
    ClassSet classes = ClassSet::none();
    classes.add(MPIMON_CLASS_P2P);
    return classes;
}

// Facts by source and target; only pairs that matter are kept.
class Pairs {
  public:
    Pairs(const Profile &profile, const FunctionTimes &functions) : profile_(profile), functions_(functions) {
        for (size_t i = 0; i < profile.processes.size(); ++i)
            job_seconds_ += functions.wall_seconds(i);
    }

    std::vector<PairFacts> take() {
        add_waits();
        add_traffic();
        add_backward();
        add_sizes();
        std::vector<PairFacts> rows;
        for (auto &[ends, row] : pairs_) {
            row.source = ends.first;
            row.target = ends.second;
            row.mean_bytes = row.messages > 0 ? row.bytes / row.messages : 0;
            row.source_outside = outside(ends.first);
            row.target_outside = outside(ends.second);
            rows.push_back(row);
        }
        return rows;
    }

  private:
    // Calls visit(row, messages, bytes) for all pairs of different ranks.
    template <class Visit>
    void each_pair(Visit visit) const {
        each_source(profile_, point_to_point(), [&](const std::vector<PairTraffic> &rows) {
            std::map<std::pair<uint32_t, uint32_t>, Totals> sums;  // over the paths
            for (const PairTraffic &row : rows)
                if (!row.is_self() && is_world_rank(row.source) && is_world_rank(row.target))
                    sums[{row.source, row.target}].add(row.moved());
            for (const auto &[ends, totals] : sums)
                visit(ends, static_cast<double>(totals.messages), static_cast<double>(totals.bytes));
        });
    }

    void add_waits() {
        for (const Wait &wait : profile_.waits) {
            if (wait.traffic_class != MPIMON_CLASS_P2P || !is_world_rank(wait.peer))
                continue;
            const uint32_t rank = profile_.processes[wait.process].world_rank;
            const double seconds = static_cast<double>(wait.time_ns) * kNanosecond;
            if (wait.kind == MPIMON_WAIT_SENDER)
                pairs_[{wait.peer, rank}].late_senders += seconds;
            if (wait.kind == MPIMON_WAIT_RECEIVER) {
                pairs_[{rank, wait.peer}].late_receivers += seconds;
                pairs_[{rank, wait.peer}].sends_that_waited += static_cast<double>(wait.waits);
            }
        }
        for (auto pair = pairs_.begin(); pair != pairs_.end();) {
            const double most = std::max(pair->second.late_senders, pair->second.late_receivers);
            pair = most < kLeastWait * job_seconds_ ? pairs_.erase(pair) : std::next(pair);
        }
    }

    void add_traffic() {
        double all_messages = 0;
        double all_bytes = 0;
        each_pair([&](auto /*ends*/, double messages, double bytes) {
            all_messages += messages;
            all_bytes += bytes;
        });
        each_pair([&](auto ends, double messages, double bytes) {
            const bool matters = messages > kLeastTraffic * all_messages || bytes > kLeastTraffic * all_bytes;
            if (!matters && pairs_.count(ends) == 0)
                return;
            pairs_[ends].messages = messages;
            pairs_[ends].bytes = bytes;
        });
    }

    void add_backward() {
        each_pair([&](auto ends, double messages, double /*bytes*/) {
            const auto found = pairs_.find({ends.second, ends.first});
            if (found != pairs_.end())
                found->second.messages_back = messages;
        });
    }

    void add_sizes() {
        for (const PeerSize &row : profile_.peer_sizes) {
            const auto found = pairs_.find({profile_.processes[row.process].world_rank, row.peer});
            if (found == pairs_.end() || row.traffic_class != MPIMON_CLASS_P2P || row.bin == 0)
                continue;
            const double end = row.bin < 64 ? static_cast<double>(uint64_t{1} << row.bin) : 0x1p64;
            found->second.largest_bytes = std::max(found->second.largest_bytes, end);
        }
    }

    double outside(uint32_t rank) const {
        const Process *process = profile_.process_of(rank);
        return process == nullptr
                   ? 0
                   : functions_.outside_seconds(static_cast<size_t>(process - profile_.processes.data()));
    }

    const Profile &profile_;
    const FunctionTimes &functions_;
    double job_seconds_ = 0;
    std::map<std::pair<uint32_t, uint32_t>, PairFacts> pairs_;
};

}  // namespace

Table pair_table(const Profile &profile, const FunctionTimes &functions) {
    return make_table(kPairColumns, Pairs(profile, functions).take());
}

}  // namespace mpimon::advice
