// What the ranks of a job of any size send: the same each time, and known without asking any counter.
#ifndef MPIMON_TEST_SYNTHETIC_JOB_H
#define MPIMON_TEST_SYNTHETIC_JOB_H

#include <cstdint>

namespace mpimon::test {

// What a rank, or several, sent to others.
struct RankCounts {
    uint64_t pairs = 0;
    uint64_t messages = 0;
    uint64_t bytes = 0;

    void add(const RankCounts &other) {
        pairs += other.pairs;
        messages += other.messages;
        bytes += other.bytes;
    }
};

// Ranks on hosts of 128, each with 26 to 100 peers: half of them the next ranks, the others far away. One rank in
// 250,000, with rank 0 the first, is a hub: all others are its peers. Each rank sends 1 to 4 messages to each of its
// peers, and one of a collective to each of its peers on its host; and calls a collective on each of two communicators.
// What a rank receives is what others send to it, and is counted, too, if `receives`. With one message `more`, the rank
// in the middle sends an empty one more to the next rank.
class SyntheticJob {
  public:
    static constexpr uint32_t kFewestRanks = 400;

    SyntheticJob(uint32_t ranks, bool receives, bool more = false) : ranks_(ranks), receives_(receives), more_(more) {}

    uint32_t ranks() const { return ranks_; }
    uint32_t hubs() const;

    // Writes into the header who the rank is; this process's engine was just started.
    void fill_header(uint32_t rank) const;

    // The same, and counts what the rank does. Returns what it sent.
    RankCounts run(uint32_t rank) const;

  private:
    void add_communicators(uint32_t rank) const;

    // Calls visit(peer) for each rank that a rank sends to, or receives from.
    template <class Visit>
    void each_target(uint32_t rank, Visit visit) const;
    template <class Visit>
    void each_source(uint32_t rank, Visit visit) const;

    bool is_hub(uint32_t rank) const;
    uint32_t distance(uint32_t peer) const;
    uint32_t rank_at(uint32_t rank, uint32_t distance) const;

    uint32_t ranks_;
    bool receives_;
    bool more_;
};

}  // namespace mpimon::test

#endif
