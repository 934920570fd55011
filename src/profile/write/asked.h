/*
 * What the calls of collectives ask for, pair by pair, as Open MPI's monitoring counts it (its coll/monitoring): every
 * caller, or of operations with a root the root alone, has a message with every other process of the communicator, be
 * it empty, and none with itself. Part of libmpi, called from C.
 *
 *   - all-to-all: to each, the process's own contribution, or what is for that one (Alltoall, Reduce_scatter and the
 *     like); Scan and Exscan only to those of higher ranks
 *   - one-to-all: from the root to each, what that one gets
 *   - all-to-one: at the root with each, what comes from that one
 *   - neighbourhood collectives: to each neighbour that the process sends to
 *
 * Most of it follows from the calls that are counted anyway. Where each process has a count of its own, it is kept peer
 * by peer while somebody asks for it (struct mpimon_asked); of calls that were not kept an even division is assumed,
 * for Gatherv that each process sends as much as the root.
 */
#ifndef MPIMON_PROFILE_ASKED_H
#define MPIMON_PROFILE_ASKED_H

#include <stdint.h>

#include "../format/operations.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mpimon_asked_volume {
    uint32_t communicator; /* index */
    enum mpimon_operation_kind kind;
    uint32_t peer; /* UNKNOWN: of peers that cannot be told, all together, as one message */
    uint64_t messages;
    uint64_t bytes;
};

typedef void mpimon_asked_visit(void *context, const struct mpimon_asked_volume *volume);

/* Calls visit() for all volumes; the same pair comes several times. The segment may be one's own, while others count.
 * Returns 0 or an errno value. */
int mpimon_each_asked(const void *segment, mpimon_asked_visit *visit, void *context);

/* The same for a caller that reads again and again: its memory is kept from one reading to the next. Making it
 * returns NULL without memory. */
struct mpimon_asked_reader;
struct mpimon_asked_reader *mpimon_asked_reader_make(void);
int mpimon_asked_read(struct mpimon_asked_reader *reader, const void *segment, mpimon_asked_visit *visit,
                      void *context);
void mpimon_asked_reader_free(struct mpimon_asked_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
