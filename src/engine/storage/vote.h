/* How a process votes, and counts its calls in the vote (struct mpimon_control). */
#ifndef MPIMON_ENGINE_VOTE_H
#define MPIMON_ENGINE_VOTE_H

#include "../layout.h"

static inline uint64_t mpimon_vote_now(const uint64_t *vote) {
    return __atomic_load_n(vote, __ATOMIC_ACQUIRE);
}

/*
 * A process that has begun so many calls adds what it has to say to the vote, as long as that is open: so many
 * `voters`, 1 to vote and then 0, at each call that it begins. With the last of `all` the vote is closed. Returns the
 * state in which the vote was found.
 */
static inline enum mpimon_vote_state mpimon_vote_add(uint64_t *vote, uint64_t voters, uint64_t all, uint64_t calls) {
    uint64_t before = mpimon_vote_now(vote);
    while (mpimon_state_of_vote(before) == MPIMON_VOTE_OPEN) {
        const uint64_t sum = mpimon_voters(before) + voters;
        const uint64_t most = mpimon_voted_calls(before) > calls ? mpimon_voted_calls(before) : calls;
        const uint64_t after = mpimon_vote(sum < all ? MPIMON_VOTE_OPEN : MPIMON_VOTE_CLOSED, sum, most);
        if (__atomic_compare_exchange_n(vote, &before, after, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return MPIMON_VOTE_OPEN;
    }
    return mpimon_state_of_vote(before);
}

/* Cancel a vote, unless it is closed. Returns whether it is cancelled. */
static inline int mpimon_vote_cancel(uint64_t *vote) {
    uint64_t before = mpimon_vote_now(vote);
    while (mpimon_state_of_vote(before) == MPIMON_VOTE_OPEN)
        if (__atomic_compare_exchange_n(vote, &before, mpimon_vote(MPIMON_VOTE_CANCELLED, 0, 0), 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return 1;
    return mpimon_state_of_vote(before) == MPIMON_VOTE_CANCELLED;
}

#endif
