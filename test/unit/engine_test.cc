// The engine without MPI: flows, threads, files.
#include "engine/engine.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/tables/iterator.h"

// All files of this program are in memory.
extern "C" int fstatfs(int, struct statfs *system) noexcept {
    *system = {};
    system->f_type = TMPFS_MAGIC;
    return 0;
}

namespace {

// What the hooks do for one message.
void count(uint32_t communicator, uint32_t rank, mpimon_class traffic_class, uint64_t bytes) {
    const uint64_t base = mpimon_key_base(communicator, traffic_class, MPIMON_PATH_NET, MPIMON_SENT);
    const uint64_t key = mpimon_key(base, static_cast<int>(rank));
    const unsigned slot = mpimon_cache_slot(key);
    mpimon_flow *flow = mpimon_this_thread.shard->keys[slot] == key ? mpimon_this_thread.shard->flows[slot]
                                                                    : mpimon_cache_flow(key, rank, MPIMON_PATH_NET);
    mpimon_add_sent(mpimon_this_thread.shard, flow, traffic_class, bytes);
}

// A reader's sum over a segment: {messages, bytes} by (communicator, peer, class).
using Sums = std::map<std::tuple<uint32_t, uint32_t, int>, std::pair<uint64_t, uint64_t>>;

template <class Visit>
void visit_blocks(const char *segment, uint32_t kind, Visit visit) {
    const auto *header = reinterpret_cast<const mpimon_header *>(segment);
    for (uint64_t offset = header->header_size; offset < header->used;) {
        const auto *block = reinterpret_cast<const mpimon_block *>(segment + offset);
        if (block->kind == kind)
            visit(*block, segment + offset + sizeof *block);
        offset += block->size;
    }
}

Sums sums_of(const char *segment) {
    Sums sums;
    visit_blocks(segment, MPIMON_BLOCK_FLOWS, [&](const mpimon_block &block, const char *items) {
        const auto *flows = reinterpret_cast<const mpimon_flow *>(items);
        for (uint32_t i = 0; i < block.count; ++i) {
            auto &sum = sums[{flows[i].communicator, flows[i].peer, flows[i].traffic_class}];
            sum.first += flows[i].messages;
            sum.second += flows[i].bytes;
        }
    });
    return sums;
}

uint64_t histogram_sum(const char *segment, mpimon_class traffic_class, unsigned bin) {
    uint64_t sum = 0;
    visit_blocks(segment, MPIMON_BLOCK_HISTOGRAMS, [&](const mpimon_block &block, const char *items) {
        for (uint32_t i = 0; i < block.count; ++i)
            sum += reinterpret_cast<const mpimon_histograms *>(items)[i].bins[traffic_class][bin];
    });
    return sum;
}

const char *segment() {
    return reinterpret_cast<const char *>(mpimon_segment());
}

class Engine : public testing::Test {
  protected:
    void TearDown() override { mpimon_engine_stop(); }
};

TEST_F(Engine, CountsRandomTrafficExactly) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    Sums expected;
    uint64_t bins[MPIMON_BINS] = {};
    std::mt19937 random(7);
    for (int i = 0; i < 200000; ++i) {
        const uint32_t communicator = random() % 3, rank = random() % 3000;
        const auto traffic_class = static_cast<mpimon_class>(random() % 2);
        const uint64_t bytes = random() % 100000;
        count(communicator, rank, traffic_class, bytes);
        auto &sum = expected[{communicator, rank, traffic_class}];
        sum.first += 1;
        sum.second += bytes;
        unsigned bin = 0;
        while (bin < 64 && bytes >= uint64_t{1} << bin)
            ++bin;
        bins[bin] += traffic_class == MPIMON_CLASS_COLL;
    }
    EXPECT_EQ(sums_of(segment()), expected);
    for (unsigned bin = 0; bin < MPIMON_BINS; ++bin)
        EXPECT_EQ(histogram_sum(segment(), MPIMON_CLASS_COLL, bin), bins[bin]) << bin;
    EXPECT_EQ(mpimon_engine_lost(), 0);
}

// The bases of a communicator are 0 until its first message is counted.
TEST_F(Engine, NoRankOfAnUnknownCommunicatorIsInTheCache) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    const auto expect_none = [] {
        for (int rank = 0; rank < 2 * MPIMON_CACHE_SIZE; ++rank)
            EXPECT_NE(mpimon_this_thread.shard->keys[mpimon_cache_slot(mpimon_key(0, rank))], mpimon_key(0, rank));
    };
    expect_none();
    count(0, 1, MPIMON_CLASS_P2P, 1);
    expect_none();
}

TEST_F(Engine, ThreadsCountExactlyAndLeaveTheirShardsToOthers) {
    constexpr int rounds = 6, threads = 8, messages = 20000;
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::thread> running;
        for (int t = 0; t < threads; ++t)
            running.emplace_back([] {
                for (int i = 0; i < messages; ++i)
                    count(0, static_cast<uint32_t>(i % 100), MPIMON_CLASS_P2P, 3);
            });
        for (auto &thread : running)
            thread.join();
    }
    const Sums sums = sums_of(segment());
    ASSERT_EQ(sums.size(), 100U);
    for (const auto &[key, sum] : sums) {
        EXPECT_EQ(sum.first, uint64_t{rounds} * threads * messages / 100);
        EXPECT_EQ(sum.second, uint64_t{3} * rounds * threads * messages / 100);
    }
    int shards = 0;
    visit_blocks(segment(), MPIMON_BLOCK_HISTOGRAMS, [&](const mpimon_block &, const char *) { ++shards; });
    EXPECT_LE(shards, threads);
}

TEST_F(Engine, StaysSmall) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    count(0, 0, MPIMON_CLASS_P2P, 1);
    const uint64_t base = mpimon_segment()->used;
    EXPECT_LE(base + sizeof(mpimon_shard), 64U * 1024);
    constexpr uint64_t peers = 10000;
    for (uint32_t peer = 0; peer < peers; ++peer)
        count(0, peer, MPIMON_CLASS_P2P, 1);
    EXPECT_LE(mpimon_segment()->used, base + peers * 256);
}

TEST_F(Engine, NamesForeignPeersAndCollectivesAreFoundAgain) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    for (int i = 0; i < 300; ++i) {
        ASSERT_EQ(mpimon_name_index(("name" + std::to_string(i)).c_str()), static_cast<uint32_t>(i));
        ASSERT_EQ(mpimon_foreign_index(1, static_cast<uint32_t>(i)), static_cast<uint32_t>(i));
    }
    EXPECT_EQ(mpimon_name_index("name17"), 17U);
    EXPECT_EQ(mpimon_foreign_index(1, 17), 17U);
    EXPECT_EQ(mpimon_foreign_index(2, 17), 300U);
    auto *first = mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_CALL, 0);
    EXPECT_EQ(mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_CALL, 0), first);
    EXPECT_NE(mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_STEP, 0), first);
    EXPECT_NE(mpimon_collective_find(1, 2, 3, MPIMON_NONBLOCKING, MPIMON_ROLE_CALL, 0), first);
    auto *step = mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_STEP, 5);
    EXPECT_NE(mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_STEP, 6), step);
    EXPECT_EQ(mpimon_collective_find(1, 2, 3, MPIMON_BLOCKING, MPIMON_ROLE_STEP, 5), step);
    EXPECT_EQ(step->parent, 5U);
}

// Two parts of one communicator: what is sent in them, and in itself, is all its own.
TEST_F(Engine, MessagesWithinAPartAreTheOwners) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_communicator whole{};
    ASSERT_EQ(mpimon_communicator_add(&whole, nullptr, 1), 0U);
    mpimon_communicator part{};
    part.owner = 1;
    part.context_id = 2;
    ASSERT_EQ(mpimon_communicator_add(&part, nullptr, 1), 1U);
    part.context_id = 4;
    ASSERT_EQ(mpimon_communicator_add(&part, nullptr, 1), 2U);
    for (uint32_t communicator : {0U, 1U, 2U})
        count(communicator, 7, MPIMON_CLASS_COLL, 10 + communicator);
    EXPECT_EQ(sums_of(segment()), (Sums{{{0, 7, MPIMON_CLASS_COLL}, {3, 33}}}));
}

TEST_F(Engine, PartsOfTheSameMadeAgainShareAnItem) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_communicator part{};
    part.owner = 1;
    for (uint32_t i = 0; i < 100; ++i) {
        ASSERT_EQ(mpimon_communicator_add(&part, nullptr, 1), 0U);
        mpimon_communicator_at(0)->freed = 1;
    }
}

TEST_F(Engine, WhatIsAskedAddsUpByPeerAndOperation) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_communicator item{};
    mpimon_communicator_add(&item, nullptr, 1);
    mpimon_asked_add(0, 1, 10, 7, 1, 100);
    mpimon_asked_add(0, 1, 10, 7, 2, 20);
    mpimon_asked_add(0, 2, 11, 7, 1, 3);
    mpimon_asked_add(0, 1, 10, 8, 1, 4);
    mpimon_asked_add(1, 1, 10, 8, 1, 4);  // there is no such communicator
    std::vector<std::vector<uint64_t>> rows;
    mpimon_cursor cursor = {};
    while (auto *row = static_cast<mpimon_asked *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_ASKED, &cursor)))
        rows.push_back({row->communicator, row->operation, row->peer, row->calls, row->bytes});
    EXPECT_EQ(rows, (std::vector<std::vector<uint64_t>>{{0, 10, 7, 3, 120}, {0, 11, 7, 1, 3}, {0, 10, 8, 1, 4}}));
}

TEST_F(Engine, CommunicatorsWithTheSameIdAndGroupAreNumbered) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    const uint32_t peers[] = {3, 1};
    mpimon_communicator item{};
    item.context_id = 8;
    item.group_hash = 99;
    item.size = 2;
    item.members = MPIMON_MEMBERS_LISTED;
    EXPECT_EQ(mpimon_communicator_add(&item, peers, 1), 0U);
    EXPECT_EQ(mpimon_communicator_add(&item, peers, 1), 1U);
    EXPECT_EQ(mpimon_communicator_at(0)->occurrence, 0U);
    EXPECT_EQ(mpimon_communicator_at(1)->occurrence, 1U);
    EXPECT_EQ(std::memcmp(segment() + mpimon_communicator_at(1)->members_offset, peers, sizeof peers), 0);
    EXPECT_EQ(mpimon_communicator_at(2), nullptr);
    EXPECT_EQ(mpimon_communicator_add(&item, nullptr, 1), 2U);
    EXPECT_EQ(mpimon_communicator_at(2)->members_offset, 0U);
}

TEST_F(Engine, CommunicatorsMadeAgainAndAgainShareAnItem) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_communicator item{};
    item.context_id = 8;
    item.group_hash = 99;
    for (uint32_t i = 0; i < 1000; ++i) {
        const uint32_t index = mpimon_communicator_add(&item, nullptr, 1);
        ASSERT_EQ(index, std::min(i, 63U));
        EXPECT_EQ(mpimon_communicator_at(index)->occurrence, index);
        EXPECT_EQ(mpimon_communicator_at(index)->freed, 0);
        mpimon_communicator_at(index)->freed = 1;
    }
    mpimon_communicator_at(63)->freed = 0;
    EXPECT_EQ(mpimon_communicator_add(&item, nullptr, 1), 64U) << "of two that live, none has the other's";
    item.context_id = 9;
    EXPECT_EQ(mpimon_communicator_add(&item, nullptr, 1), 65U);
    EXPECT_EQ(mpimon_communicator_at(65)->occurrence, 0U);
}

TEST_F(Engine, CommunicatorsWithOtherMembersShareNone) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_communicator item{};
    for (uint32_t i = 0; i < 1000; ++i) {
        ASSERT_EQ(mpimon_communicator_add(&item, nullptr, 0), i);
        EXPECT_EQ(mpimon_communicator_at(i)->occurrence, i);
        mpimon_communicator_at(i)->freed = 1;
    }
}

TEST_F(Engine, KeepsItsCountersWhenFrozen) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    for (uint32_t peer = 0; peer < 1000; ++peer)
        count(0, peer, MPIMON_CLASS_P2P, 3);
    const Sums before = sums_of(segment());
    mpimon_engine_freeze();
    EXPECT_EQ(mpimon_this_thread.shard->owner, nullptr);
    EXPECT_EQ(mpimon_known_flow(mpimon_key(mpimon_key_base(0, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT), 7)),
              nullptr);
    EXPECT_EQ(before.size(), 1000U);
    EXPECT_EQ(sums_of(segment()), before);
    EXPECT_EQ(histogram_sum(segment(), MPIMON_CLASS_P2P, 2), 1000U);
}

TEST_F(Engine, FileHoldsTheCountersWhileTheProcessRuns) {
    const std::string path = testing::TempDir() + "mpimon_engine_test." + std::to_string(getpid());
    ASSERT_EQ(mpimon_engine_start(path.c_str()), 0);
    for (uint32_t peer = 0; peer < 5000; ++peer)
        count(0, peer, MPIMON_CLASS_RMA, 2);
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GE(content.size(), mpimon_segment()->used);
    EXPECT_EQ(sums_of(content.data()), sums_of(segment()));
    EXPECT_EQ(sums_of(content.data()).size(), 5000U);
    std::remove(path.c_str());
}

// The limit stands in for a file system that is full; its signal would end this process.
class LimitedFile {
  public:
    explicit LimitedFile(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    LimitedFile(const LimitedFile &) = delete;
    LimitedFile &operator=(const LimitedFile &) = delete;
    ~LimitedFile() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

TEST_F(Engine, GoesOnInPrivateMemoryWhereTheFileCannotGrow) {
    const std::string path = testing::TempDir() + "mpimon_engine_test.full." + std::to_string(getpid());
    constexpr rlim_t room = 300 * 1024;
    {
        const LimitedFile limited(room);
        ASSERT_EQ(mpimon_engine_start(path.c_str()), 0);
        EXPECT_EQ(mpimon_segment()->locked, 1U);
        EXPECT_EQ(mpimon_segment()->file_error, 0);
        for (uint32_t peer = 0; peer < 100000; ++peer)
            count(0, peer, MPIMON_CLASS_P2P, 1);
    }
    EXPECT_EQ(mpimon_segment()->file_error, EFBIG);
    EXPECT_EQ(mpimon_engine_lost(), 0);
    EXPECT_EQ(sums_of(segment()).size(), 100000U);
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    EXPECT_LE(static_cast<rlim_t>(file.tellg()), room);
    EXPECT_GT(mpimon_segment()->used, room);
    std::remove(path.c_str());
}

// As whoever asks how much memory there is: it looks all the time while another thread begins.
[[noreturn]] void look_while_it_starts() {
    std::atomic<bool> looking{false};
    uint64_t magic = 0;
    std::thread looker([&] {
        const mpimon_header *header = nullptr;
        for (looking = true; !header;)
            header = mpimon_segment();
        magic = header->magic;
    });
    while (!looking)
        std::this_thread::yield();
    const int error = mpimon_engine_start(nullptr);
    looker.join();
    _exit(error == 0 && magic == MPIMON_SEGMENT_MAGIC ? 0 : 1);
}

TEST(EngineStart, ShowsNothingBeforeItIsWhole) {
    for (int i = 0; i < 50; ++i) {
        const pid_t child = fork();
        if (child == 0)
            look_while_it_starts();
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_EQ(status, 0);
    }
}

TEST(EngineStart, LeavesNoFileWhereThereIsNoRoom) {
    const std::string path = testing::TempDir() + "mpimon_engine_test.none." + std::to_string(getpid());
    const LimitedFile limited(1000);
    EXPECT_EQ(mpimon_engine_start(path.c_str()), EFBIG);
    EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST(EngineStart, FollowsNoSymbolicLink) {
    const std::string path = testing::TempDir() + "mpimon_engine_test.link." + std::to_string(getpid());
    ASSERT_EQ(symlink((path + ".target").c_str(), path.c_str()), 0);
    EXPECT_EQ(mpimon_engine_start(path.c_str()), EEXIST);
    EXPECT_NE(access((path + ".target").c_str(), F_OK), 0);
    std::remove(path.c_str());
}

TEST(EngineStart, NeverOpensAFileThatIsThere) {
    const std::string path = testing::TempDir() + "mpimon_engine_test.there." + std::to_string(getpid());
    std::ofstream(path) << "somebody's";
    EXPECT_EQ(mpimon_engine_start(path.c_str()), EEXIST);
    std::remove(path.c_str());
}

}  // namespace
