/* Changes of control variables while the process runs, and the block through which somebody asks for them. */
#ifndef MPIMON_LAYOUT_CONTROL_H
#define MPIMON_LAYOUT_CONTROL_H

#include "block.h"

/* A control variable was changed, since somebody asked for it from outside, or a plugin did. */
struct mpimon_change {
    char name[MPIMON_NAME];
    char value[MPIMON_TEXT];
    int64_t time_ns;     /* since 1970-01-01 00:00 UTC */
    uint64_t collective; /* from this blocking call over MPI_COMM_WORLD on, the first one being 1; 0: at once */
    uint32_t uid, pid;   /* of who asked */
    uint32_t plugin;     /* 1 + index of the mpimon_plugin_item that asked; 0: none did, but somebody from outside */
    uint32_t reserved;
};
MPIMON_PIN(change, 384,
           MPIMON_AT(change, name, 0) && MPIMON_AT(change, value, 96) && MPIMON_AT(change, time_ns, 352) &&
               MPIMON_AT(change, collective, 360) && MPIMON_AT(change, uid, 368) && MPIMON_AT(change, pid, 372) &&
               MPIMON_AT(change, plugin, 376));

enum mpimon_answer {
    MPIMON_ANSWER_NONE,
    MPIMON_ANSWER_AGREED, /* the process has voted: the variable changes when all have */
    MPIMON_ANSWER_CHANGED,
    MPIMON_ANSWER_REFUSED, /* `reason` says why */
    MPIMON_ANSWERS
};
MPIMON_STATIC_ASSERT(MPIMON_ANSWERS == 4, "tools know answers by these numbers");

/*
 * The first block of a segment that is a file in memory, with one item. Whoever asks, under a lock of its own, makes
 * the number of the request odd, writes the request, and makes the number even; the process answers, and then repeats
 * the number. One that is odd is no request: so one that is not answered yet can be taken back.
 *
 * A variable that must be equal in all processes changes in all of them from the same collective call on. They agree
 * on it by a vote that all share: that in the block of one of them, which each maps. No process ever waits for it.
 */
struct mpimon_control {
    uint32_t open;            /* not 0 while the process answers */
    uint32_t asked;           /* number of the request */
    uint32_t answered;        /* number of the request that was answered last */
    uint32_t answer;          /* enum mpimon_answer; AGREED becomes one of the next two */
    uint32_t uid, pid;        /* of who asks */
    uint64_t collective;      /* with CHANGED, as in the mpimon_change */
    uint64_t vote;            /* see below */
    char shared[MPIMON_TEXT]; /* the file, in the same folder, whose vote counts; empty: the process is asked alone */
    char name[MPIMON_NAME];   /* of the variable */
    char value[MPIMON_TEXT];  /* that it is to have */
    char reason[2 * MPIMON_TEXT]; /* of a refusal */
};
MPIMON_PIN(control, 1160,
           MPIMON_AT(control, open, 0) && MPIMON_AT(control, asked, 4) && MPIMON_AT(control, answered, 8) &&
               MPIMON_AT(control, answer, 12) && MPIMON_AT(control, uid, 16) && MPIMON_AT(control, pid, 20) &&
               MPIMON_AT(control, collective, 24) && MPIMON_AT(control, vote, 32) && MPIMON_AT(control, shared, 40) &&
               MPIMON_AT(control, name, 296) && MPIMON_AT(control, value, 392) && MPIMON_AT(control, reason, 648));

/*
 * A vote is one word, changed by compare and swap alone:
 *
 *   63 62 | 61 ... 40 | 39 ... 0
 *   state | voters    | calls: blocking collective calls over MPI_COMM_WORLD that a voter has begun, at most
 *
 * While it is open, a process that has voted counts its calls here, too, as it begins them. The last one to vote
 * closes it: then the variable changes at call number `calls` + 1, which nobody has begun, and at which all look here.
 */
enum mpimon_vote_state { MPIMON_VOTE_OPEN, MPIMON_VOTE_CLOSED, MPIMON_VOTE_CANCELLED };
enum { MPIMON_VOTE_VOTERS = 40, MPIMON_VOTE_STATE = 62 };

static inline uint64_t mpimon_vote(enum mpimon_vote_state state, uint64_t voters, uint64_t calls) {
    return (uint64_t)state << MPIMON_VOTE_STATE | voters << MPIMON_VOTE_VOTERS | calls;
}
static inline enum mpimon_vote_state mpimon_state_of_vote(uint64_t vote) {
    return (enum mpimon_vote_state)(vote >> MPIMON_VOTE_STATE);
}
static inline uint64_t mpimon_voters(uint64_t vote) {
    return vote >> MPIMON_VOTE_VOTERS & ((UINT64_C(1) << (MPIMON_VOTE_STATE - MPIMON_VOTE_VOTERS)) - 1);
}
static inline uint64_t mpimon_voted_calls(uint64_t vote) {
    return vote & ((UINT64_C(1) << MPIMON_VOTE_VOTERS) - 1);
}

/* The control block of a segment of which the first `size` bytes are mapped; NULL if there is none. */
static inline struct mpimon_control *mpimon_control_in(void *segment, uint64_t header_size, uint64_t size) {
    struct mpimon_block *block = (struct mpimon_block *)((char *)segment + header_size);
    if (header_size % 8 != 0 || header_size + sizeof *block + sizeof(struct mpimon_control) > size ||
        block->kind != MPIMON_BLOCK_CONTROL || block->count != 1 || block->item_size < sizeof(struct mpimon_control))
        return NULL;
    return (struct mpimon_control *)(block + 1);
}

#endif
