// Facts on ranks: what they sent, and who kept others waiting.
#include <algorithm>

#include "analysis/advice/subjects.h"
#include "analysis/names/names.h"
#include "analysis/traffic/traffic.h"
#include "analysis/waiting/culprits.h"

namespace mpimon::advice {

namespace {

struct RankFacts {
    double number = 0;
    double sent_messages = 0;  // to other ranks, of all classes
    double sent_bytes = 0;
    double received_messages = 0;
    double received_bytes = 0;
    double largest_bytes = 0;  // sent to, or received from, one other rank
    double seconds = 0;
    double mpi_seconds = 0;
    double outside_seconds = 0;
    double excess_seconds = 0;  // outside of MPI, more than the mean of all ranks
    double waited_seconds = 0;
    double caused_seconds = 0;  // that others waited, since this rank was late
};

const Columns<RankFacts> kRankColumns = {{{"rank.number", &RankFacts::number},
                                          {"rank.sent_messages", &RankFacts::sent_messages},
                                          {"rank.sent_bytes", &RankFacts::sent_bytes},
                                          {"rank.received_messages", &RankFacts::received_messages},
                                          {"rank.received_bytes", &RankFacts::received_bytes},
                                          {"rank.largest_pair_bytes", &RankFacts::largest_bytes},
                                          {"rank.seconds", &RankFacts::seconds},
                                          {"rank.mpi_seconds", &RankFacts::mpi_seconds},
                                          {"rank.outside_seconds", &RankFacts::outside_seconds},
                                          {"rank.excess_seconds", &RankFacts::excess_seconds},
                                          {"rank.waited_seconds", &RankFacts::waited_seconds},
                                          {"rank.caused_seconds", &RankFacts::caused_seconds}},
                                         {}};

// The row of a rank, or nullptr if the profile has none.
RankFacts *row_of(const Profile &profile, std::vector<RankFacts> &rows, uint32_t rank) {
    const Process *process = is_world_rank(rank) ? profile.process_of(rank) : nullptr;
    return process == nullptr ? nullptr : &rows[static_cast<size_t>(process - profile.processes.data())];
}

void add_times(const FunctionTimes &functions, std::vector<RankFacts> &rows) {
    double outside = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].seconds = functions.wall_seconds(i);
        rows[i].mpi_seconds = functions.mpi_seconds(i);
        rows[i].outside_seconds = functions.outside_seconds(i);
        outside += rows[i].outside_seconds;
    }
    for (RankFacts &row : rows)
        row.excess_seconds = std::max(0.0, row.outside_seconds - outside / static_cast<double>(rows.size()));
}

// What one rank sent another of this world, by all classes and paths.
void add_pair(const Profile &profile, uint32_t source, uint32_t target, const Totals &moved,
              std::vector<RankFacts> &rows) {
    const auto messages = static_cast<double>(moved.messages);
    const auto bytes = static_cast<double>(moved.bytes);
    if (RankFacts *row = row_of(profile, rows, source)) {
        row->sent_messages += messages;
        row->sent_bytes += bytes;
        row->largest_bytes = std::max(row->largest_bytes, bytes);
    }
    if (RankFacts *row = row_of(profile, rows, target)) {
        row->received_messages += messages;
        row->received_bytes += bytes;
        row->largest_bytes = std::max(row->largest_bytes, bytes);
    }
}

void add_traffic(const Profile &profile, std::vector<RankFacts> &rows) {
    each_source(profile, ClassSet::all(), [&](const std::vector<PairTraffic> &pairs) {
        // Rows of a target come one after the other.
        for (size_t i = 0; i < pairs.size();) {
            Totals moved;
            const PairTraffic &first = pairs[i];
            for (; i < pairs.size() && pairs[i].target == first.target; ++i)
                moved.add(pairs[i].moved());
            if (!first.is_self() && is_world_rank(first.source) && is_world_rank(first.target))
                add_pair(profile, first.source, first.target, moved, rows);
        }
    });
}

}  // namespace

Table rank_table(const Profile &profile, const FunctionTimes &functions) {
    std::vector<RankFacts> rows(profile.processes.size());
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i].number = profile.processes[i].world_rank;
    add_times(functions, rows);
    add_traffic(profile, rows);
    for (const CulpritTime &time : find_culprits(profile, ClassSet::all())) {
        const double seconds = static_cast<double>(time.time_ns) * kNanosecond;
        rows[time.process].waited_seconds += seconds;
        if (RankFacts *culprit = row_of(profile, rows, time.culprit))
            culprit->caused_seconds += seconds;
    }
    return make_table(kRankColumns, rows);
}

}  // namespace mpimon::advice
