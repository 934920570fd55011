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
class SyntheticJob {
  public:
    static constexpr uint32_t kFewestRanks = 400;

    explicit SyntheticJob(uint32_t ranks) : ranks_(ranks) {}

    uint32_t ranks() const { return ranks_; }
    uint32_t hubs() const;

    // Counts what the rank does in this process's engine, which was just started, and returns it.
    RankCounts run(uint32_t rank) const;

  private:
    void fill_header(uint32_t rank) const;
    void add_communicators(uint32_t rank) const;
    RankCounts send_all(uint32_t rank, uint32_t peer) const;

    uint32_t ranks_;
};

}  // namespace mpimon::test

#endif
