/*
 * Communicators that were freed. MPICH gives a context to the next communicator as soon as it is free, so they are as
 * few as the communicators that a program has at once.
 */
#include "mpidimpl.h"

#include <pthread.h>

#include "../paths.h"
#include "freed.h"

/* Threads that make and free communicators take it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mpimon_freed *all;
static size_t count, room;

/* Forgets the communicator with this context, if there is one. The caller holds the lock. */
static void drop(uint32_t context_id) {
    size_t i = 0;
    while (i < count && all[i].context_id != context_id)
        i++;
    if (i == count)
        return;
    free(all[i].peers);
    all[i] = all[--count];
}

/* Makes room for one more, with the lock held. Returns 0 without memory. */
static int make_room(void) {
    if (count < room)
        return 1;
    size_t more = room ? 2 * room : 16;
    struct mpimon_freed *moved = realloc(all, more * sizeof *all);
    if (!moved)
        return 0;
    all = moved;
    room = more;
    return 1;
}

void mpimon_freed_add(const MPIR_Comm *comm, uint32_t index, uint32_t *peers, int is_world_order) {
    const struct mpimon_freed added = {
        .context_id = (uint32_t)comm->recvcontext_id,
        .seq = comm->seq,
        .index = index,
        .peers = peers,
        .first_peer = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? (uint32_t)comm->local_size : 0,
        .is_world_order = is_world_order,
    };
    pthread_mutex_lock(&lock);
    /* A communicator made without parents gets its context late, from 5.0 on: mpimon_freed_replace() did not see it. */
    drop(added.context_id);
    if (make_room())
        all[count++] = added;
    else
        free(peers);
    pthread_mutex_unlock(&lock);
}

void mpimon_freed_replace(const MPIR_Comm *comm) {
    pthread_mutex_lock(&lock);
    drop((uint32_t)comm->recvcontext_id);
    pthread_mutex_unlock(&lock);
}

const struct mpimon_freed *mpimon_freed_next(size_t *position) {
    return *position < count ? &all[(*position)++] : NULL;
}

/*
 * A receive matches by context, rank and tag alone; what else it asks of a communicator is the same for all. A message
 * that was probed keeps the communicator for as long as MPI runs.
 */
MPIR_Comm *mpimon_freed_stand_in(const struct mpimon_freed *freed) {
    enum { MORE_THAN_EVER = 1 << 30 };
    static MPIR_Comm stand_in;
    stand_in = *MPIR_Process.comm_world;
    stand_in.recvcontext_id = (__typeof__(stand_in.recvcontext_id))freed->context_id;
    stand_in.seq = freed->seq;
    MPIR_Object_set_ref(&stand_in, MORE_THAN_EVER);
    return &stand_in;
}

static uint32_t peer_at(const struct mpimon_freed *freed, int rank) {
    if (freed->is_world_order)
        return (uint32_t)rank;
    return freed->peers ? freed->peers[freed->first_peer + (uint32_t)rank] : MPIMON_PEER_UNKNOWN;
}

static enum mpimon_path path_from(uint32_t peer) {
    if (peer == (uint32_t)MPIR_Process.rank)
        return MPIMON_PATH_SELF;
    return peer < (uint32_t)MPIR_Process.size ? mpimon_path_from(MPIR_Process.comm_world, (int)peer) : MPIMON_PATH_NET;
}

struct mpimon_flow *mpimon_freed_flow(const struct mpimon_freed *freed, int rank) {
    uint32_t peer = peer_at(freed, rank);
    enum mpimon_path path = path_from(peer);
    uint64_t key = mpimon_key(mpimon_key_base(freed->index, MPIMON_CLASS_P2P, path, MPIMON_UNRECEIVED), rank);
    struct mpimon_flow *flow = mpimon_known_flow(key);
    return flow ? flow : mpimon_cache_flow(key, peer, path);
}

void mpimon_freed_finish(void) {
    for (size_t i = 0; i < count; i++)
        free(all[i].peers);
    free(all);
    all = NULL;
    count = room = 0;
}
