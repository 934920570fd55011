// Facts on communicators: the pattern of their point-to-point messages, and their barriers.
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "analysis/advice/subjects.h"
#include "analysis/names/labels.h"

namespace mpimon::advice {

namespace {

struct CommunicatorFacts {
    double size = 0;
    double messages = 0;  // point-to-point
    double bytes = 0;
    double pairs = 0;           // of different ranks, in one direction
    double hub_pairs = 0;       // of these, those of the rank that is in the most
    double taking_part = 0;     // ranks that are in any
    double least_messages = 0;  // of a pair
    double most_messages = 0;
    double least_bytes = 0;
    double most_bytes = 0;
    double barriers = 0;  // blocking, over all ranks
    double barrier_seconds = 0;
    double collectives = 0;  // blocking calls of others
    double collective_seconds = 0;
    double occurrence = 0;  // how many of the same context and members came before
    std::string name;
};

const Columns<CommunicatorFacts> kCommunicatorColumns = {
    {{"communicator.size", &CommunicatorFacts::size},
     {"communicator.p2p_messages", &CommunicatorFacts::messages},
     {"communicator.p2p_bytes", &CommunicatorFacts::bytes},
     {"communicator.pairs", &CommunicatorFacts::pairs},
     {"communicator.hub_pairs", &CommunicatorFacts::hub_pairs},
     {"communicator.taking_part", &CommunicatorFacts::taking_part},
     {"communicator.least_pair_messages", &CommunicatorFacts::least_messages},
     {"communicator.most_pair_messages", &CommunicatorFacts::most_messages},
     {"communicator.least_pair_bytes", &CommunicatorFacts::least_bytes},
     {"communicator.most_pair_bytes", &CommunicatorFacts::most_bytes},
     {"communicator.barriers", &CommunicatorFacts::barriers},
     {"communicator.barrier_seconds", &CommunicatorFacts::barrier_seconds},
     {"communicator.other_collectives", &CommunicatorFacts::collectives},
     {"communicator.other_seconds", &CommunicatorFacts::collective_seconds},
     {"communicator.occurrence", &CommunicatorFacts::occurrence}},
    {{"communicator.name", &CommunicatorFacts::name}}};

// Who sends to whom over one communicator.
class Pattern {
  public:
    void add(uint32_t source, uint32_t target, double messages, double bytes) {
        least_messages_ = std::min(least_messages_, messages);
        most_messages_ = std::max(most_messages_, messages);
        least_bytes_ = std::min(least_bytes_, bytes);
        most_bytes_ = std::max(most_bytes_, bytes);
        messages_ += messages;
        bytes_ += bytes;
        ++pairs_;
        ++degree_[source];
        ++degree_[target];
    }

    void tell(CommunicatorFacts &facts) const {
        if (pairs_ == 0)
            return;
        facts.messages = messages_;
        facts.bytes = bytes_;
        facts.pairs = static_cast<double>(pairs_);
        facts.taking_part = static_cast<double>(degree_.size());
        facts.least_messages = least_messages_;
        facts.most_messages = most_messages_;
        facts.least_bytes = least_bytes_;
        facts.most_bytes = most_bytes_;
        for (const auto &degree : degree_)
            facts.hub_pairs = std::max(facts.hub_pairs, static_cast<double>(degree.second));
    }

  private:
    std::unordered_map<uint32_t, uint32_t> degree_;
    size_t pairs_ = 0;
    double messages_ = 0;
    double bytes_ = 0;
    double least_messages_ = std::numeric_limits<double>::infinity();
    double most_messages_ = 0;
    double least_bytes_ = std::numeric_limits<double>::infinity();
    double most_bytes_ = 0;
};

// The pattern of each communicator's messages.
std::unordered_map<uint32_t, Pattern> patterns_of(const Profile &profile) {
    std::unordered_map<uint32_t, Pattern> patterns;
    profile.flows.each_process([&](const Flows &flows) {
        std::unordered_map<uint64_t, std::pair<double, double>> targets;  // by communicator and peer
        for (size_t i = 0; i < flows.size(); ++i) {
            const bool sent = flows.direction(i) == MPIMON_SENT && flows.traffic_class(i) == MPIMON_CLASS_P2P;
            if (!sent || flows.peer[i] == profile.rank_of(flows, i))
                continue;
            auto &sum = targets[uint64_t{flows.communicator[i]} << 32U | flows.peer[i]];
            sum.first += static_cast<double>(flows.messages[i]);
            sum.second += static_cast<double>(flows.bytes[i]);
        }
        for (const auto &[key, sum] : targets)
            patterns[static_cast<uint32_t>(key >> 32U)].add(profile.rank_of(flows, 0), static_cast<uint32_t>(key),
                                                            sum.first, sum.second);
    });
    return patterns;
}

void add_collectives(const Profile &profile, std::vector<CommunicatorFacts> &rows) {
    for (const Collective &row : profile.collectives) {
        if (row.role != MPIMON_ROLE_CALL || row.mode != MPIMON_BLOCKING)
            continue;
        CommunicatorFacts &facts = rows[row.communicator];
        const double seconds = static_cast<double>(row.time_ns) * kNanosecond;
        const bool barrier = profile.names[row.operation] == "Barrier";
        (barrier ? facts.barriers : facts.collectives) += static_cast<double>(row.calls);
        (barrier ? facts.barrier_seconds : facts.collective_seconds) += seconds;
    }
}

}  // namespace

Table communicator_table(const Profile &profile) {
    const std::vector<std::string> names = communicator_labels(profile);
    std::vector<CommunicatorFacts> rows(profile.communicators.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].name = names[i];
        rows[i].size = profile.communicators[i].size;
        rows[i].occurrence = profile.communicators[i].occurrence;
    }
    for (const auto &[communicator, pattern] : patterns_of(profile))
        pattern.tell(rows[communicator]);
    add_collectives(profile, rows);
    return make_table(kCommunicatorColumns, rows);
}

}  // namespace mpimon::advice
