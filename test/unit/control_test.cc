// The block through which a process is asked for something, the votes in it, and what is kept of changes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "engine/storage/vote.h"
#include "engine/tables/iterator.h"

namespace mpimon::test {

namespace {

TEST(Control, IsTheFirstBlockOfASegmentInMemory) {
    const std::string path = "/dev/shm/control_test." + std::to_string(getpid());
    ASSERT_EQ(mpimon_engine_start(path.c_str()), 0);
    mpimon_control *control = mpimon_control_block();
    ASSERT_NE(control, nullptr);
    mpimon_header *segment = mpimon_segment();
    EXPECT_EQ(mpimon_control_in(segment, segment->header_size, segment->used), control);
    EXPECT_EQ(mpimon_control_in(segment, segment->header_size, segment->header_size + sizeof *control), nullptr);
    EXPECT_EQ(control->open, 0U);
    mpimon_engine_stop();
    unlink(path.c_str());
}

TEST(Control, IsNotInPrivateMemory) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    EXPECT_EQ(mpimon_control_block(), nullptr);
    mpimon_engine_stop();
}

TEST(Control, ChangesAreKept) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_change change = {"MPIR_CVAR_A", "17", 5, 1234, 1000, 4711, 0, 0};
    mpimon_change_add(&change);
    change.collective = 0;
    mpimon_change_add(&change);
    mpimon_cursor cursor = {};
    const auto next = [&] {
        return static_cast<mpimon_change *>(mpimon_next_item(mpimon_segment(), MPIMON_BLOCK_CHANGES, &cursor));
    };
    const mpimon_change *first = next();
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->collective, 1234U);
    EXPECT_EQ(std::memcmp(next(), &change, sizeof change), 0);
    EXPECT_EQ(next(), nullptr);
    mpimon_engine_stop();
}

TEST(Vote, IsClosedByTheLastVoterAtTheMostCalls) {
    uint64_t vote = mpimon_vote(MPIMON_VOTE_OPEN, 0, 0);
    EXPECT_EQ(mpimon_vote_add(&vote, 1, 2, 7), MPIMON_VOTE_OPEN);
    EXPECT_EQ(mpimon_vote_add(&vote, 0, 2, 9), MPIMON_VOTE_OPEN);
    EXPECT_EQ(mpimon_state_of_vote(vote), MPIMON_VOTE_OPEN);
    EXPECT_EQ(mpimon_vote_add(&vote, 1, 2, 3), MPIMON_VOTE_OPEN);
    EXPECT_EQ(vote, mpimon_vote(MPIMON_VOTE_CLOSED, 2, 9));
    EXPECT_EQ(mpimon_vote_add(&vote, 0, 2, 50), MPIMON_VOTE_CLOSED);
    EXPECT_FALSE(mpimon_vote_cancel(&vote));
    EXPECT_EQ(mpimon_voted_calls(vote), 9U);
}

TEST(Vote, IsOverWhenCancelled) {
    uint64_t vote = mpimon_vote(MPIMON_VOTE_OPEN, 1, 4);
    EXPECT_TRUE(mpimon_vote_cancel(&vote));
    EXPECT_TRUE(mpimon_vote_cancel(&vote));
    EXPECT_EQ(mpimon_vote_add(&vote, 1, 2, 5), MPIMON_VOTE_CANCELLED);
}

// A process that makes calls, finds the request at one of them, and goes on to the call that the vote settles. Returns
// which one that is; 0 if the vote was cancelled.
uint64_t call_of_change(uint64_t *vote, uint64_t processes, uint64_t finds_at) {
    bool has_voted = false;
    for (uint64_t calls = 0;;) {
        if (!has_voted && calls >= finds_at) {
            has_voted = true;
            if (mpimon_vote_add(vote, 1, processes, calls) != MPIMON_VOTE_OPEN)
                return 0;
        }
        ++calls;
        if (!has_voted)
            continue;
        switch (mpimon_vote_add(vote, 0, processes, calls)) {
            case MPIMON_VOTE_OPEN:
                break;
            case MPIMON_VOTE_CANCELLED:
                return 0;
            case MPIMON_VOTE_CLOSED:
                if (calls > mpimon_voted_calls(mpimon_vote_now(vote)))
                    return calls;
        }
    }
}

TEST(Vote, AllFindTheSameCallOrNone) {
    constexpr uint64_t kProcesses = 3;
    int changed = 0;
    for (uint64_t round = 0; round < 500; ++round) {
        uint64_t vote = mpimon_vote(MPIMON_VOTE_OPEN, 0, 0);
        std::vector<uint64_t> calls(kProcesses);
        std::vector<std::thread> threads;
        for (uint64_t process = 0; process < kProcesses; ++process)
            threads.emplace_back(
                [&, process] { calls[process] = call_of_change(&vote, kProcesses, process * round % 97); });
        const bool cancelled = round % 4 == 0 && mpimon_vote_cancel(&vote) != 0;
        for (std::thread &thread : threads)
            thread.join();
        EXPECT_EQ(calls[0] == 0, cancelled);
        EXPECT_EQ(calls, std::vector<uint64_t>(kProcesses, calls[0])) << round;
        changed += cancelled ? 0 : 1;
    }
    EXPECT_GE(changed, 375);
}

}  // namespace

}  // namespace mpimon::test
