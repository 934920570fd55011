// Subjects of pairs: what is sent, of which sizes, and who waited for whom.
#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

#include "analysis/comparison/pairs.h"

namespace mpimon {

namespace {

// A one-sided read is counted by the process that reads.
PairSubject::RowsOfProcess messages_of(const Profile &profile, ClassSet classes) {
    auto flows = std::make_shared<Flows>();  // used again for each process
    return [&profile, classes, flows](uint32_t process, const PairSubject::Add &add) {
        flows->clear();
        profile.flows.unpack(process, *flows);
        for (size_t i = 0; i < flows->size(); ++i) {
            const mpimon_class traffic_class = flows->traffic_class(i);
            const bool is_read = flows->direction(i) == MPIMON_RECEIVED && traffic_class == MPIMON_CLASS_RMA;
            if (classes.has(traffic_class) && (is_read || flows->direction(i) == MPIMON_SENT))
                add(flows->peer[i], 2U * traffic_class + (is_read ? 1U : 0U), {flows->messages[i], flows->bytes[i]});
        }
    };
}

Identity message_identity(const PairInRuns &pair) {
    const bool is_read = pair.what % 2 == 1;
    const std::string own = position_name(pair.counted_by);
    const std::string other = position_name(pair.peer);
    const std::string name(class_name(static_cast<mpimon_class>(pair.what / 2)));
    return {is_read ? other : own, is_read ? own : other, is_read ? name + " read" : name};
}

// The indices of a process's rows in a table of the profile that is in any order.
template <class Row>
class RowsByProcess {
  public:
    explicit RowsByProcess(const std::vector<Row> &rows) : rows_(rows), order_(rows.size()) {
        std::iota(order_.begin(), order_.end(), size_t{0});
        std::sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return rows[a].process < rows[b].process; });
    }

    template <class Visit>
    void each_of(uint32_t process, Visit visit) const {
        const auto first = std::lower_bound(order_.begin(), order_.end(), process,
                                            [&](size_t row, uint32_t wanted) { return rows_[row].process < wanted; });
        for (auto row = first; row != order_.end() && rows_[*row].process == process; ++row)
            visit(rows_[*row]);
    }

  private:
    const std::vector<Row> &rows_;
    std::vector<size_t> order_;
};

PairSubject::RowsOfProcess sizes_of(const Profile &profile, ClassSet classes) {
    auto sizes = std::make_shared<RowsByProcess<PeerSize>>(profile.peer_sizes);
    return [classes, sizes](uint32_t process, const PairSubject::Add &add) {
        sizes->each_of(process, [&](const PeerSize &size) {
            if (classes.has(static_cast<mpimon_class>(size.traffic_class)))
                add(size.peer, static_cast<uint32_t>(size.traffic_class) << 8U | size.bin, {size.messages, 0});
        });
    };
}

Identity size_identity(const PairInRuns &pair) {
    return {position_name(pair.counted_by), position_name(pair.peer),
            std::string(class_name(static_cast<mpimon_class>(pair.what >> 8U))), std::to_string(pair.what & 0xffU)};
}

PairSubject::RowsOfProcess waits_of(const Profile &profile, ClassSet classes) {
    auto waits = std::make_shared<RowsByProcess<Wait>>(profile.waits);
    return [classes, waits](uint32_t process, const PairSubject::Add &add) {
        waits->each_of(process, [&](const Wait &wait) {
            if (classes.has(static_cast<mpimon_class>(wait.traffic_class)))
                add(wait.peer, wait.kind, {wait.waits, wait.time_ns});
        });
    };
}

Identity wait_identity(const PairInRuns &pair) {
    return {position_name(pair.counted_by), position_name(pair.peer),
            std::string(wait_kind_name(static_cast<mpimon_wait_kind>(pair.what)))};
}

}  // namespace

const PairSubject &pair_subject(Subject subject) {
    static const std::array<PairSubject, 3> kSubjects = {
        {{Subject::kPair, Subject::kClass, message_identity, messages_of},
         {Subject::kPairSize, Subject::kSize, size_identity, sizes_of},
         {Subject::kWaiting, Subject::kWait, wait_identity, waits_of}}};
    return *std::find_if(kSubjects.begin(), kSubjects.end(),
                         [&](const PairSubject &known) { return known.subject == subject; });
}

}  // namespace mpimon
