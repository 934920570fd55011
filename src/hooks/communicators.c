/*
 * Communicators as the engine knows them, and the way from (communicator, rank) to a peer.
 */
#include "mpidimpl.h"

#include "communicators.h"
#include "flows.h"

/* Live communicators by index, to read their names at the end; NULL once freed. */
static MPIR_Comm **live;
static uint32_t live_count;

static uint32_t peer_of(int table, int index) {
    if (table == 0)
        return (uint32_t)index;
    uint32_t foreign = mpimon_foreign_index((uint32_t)table, (uint32_t)index);
    return foreign == UINT32_MAX ? MPIMON_PEER_UNKNOWN : MPIMON_PEER_FOREIGN_BIT + foreign;
}

uint32_t mpimon_peer(MPIR_Comm *comm, int rank) {
    int index = 0, table = 0;
    MPIDIU_comm_rank_to_pid(comm, rank, &index, &table);
    return peer_of(table, index);
}

static uint32_t local_peer(MPIR_Comm *comm, int rank) {
    int index = 0, table = 0;
    if (comm->comm_kind == MPIR_COMM_KIND__INTRACOMM)
        return mpimon_peer(comm, rank);
    MPIDIU_comm_rank_to_pid_local(comm, rank, &index, &table);
    return peer_of(table, index);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo), over 32-bit words. */
static uint64_t hash_word(uint64_t hash, uint32_t word) {
    for (int byte = 0; byte < 4; byte++)
        hash = (hash ^ ((word >> (8 * byte)) & 0xFF)) * UINT64_C(0x100000001B3);
    return hash;
}

/* The members' peers, group then remote group, and what can be said of them. Returns NULL for a group in world order.
 */
static uint32_t *list_members(MPIR_Comm *comm, struct mpimon_communicator *item) {
    size_t count = (size_t)item->size + item->remote_size;
    uint32_t *peers = malloc(count * sizeof *peers);
    uint64_t hash = hash_word(UINT64_C(0xCBF29CE484222325), item->kind);
    /* Two inter-communicators may have the same processes in the same order, and differ in where they are divided. */
    hash = hash_word(hash_word(hash, item->size), item->remote_size);
    int world_order = item->kind == MPIMON_INTRACOMM;
    if (!peers)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        peers[i] = i < item->size ? local_peer(comm, (int)i) : mpimon_peer(comm, (int)(i - item->size));
        hash = hash_word(hash, peers[i]);
        world_order = world_order && peers[i] == i;
    }
    item->group_hash = hash;
    item->members = world_order ? MPIMON_MEMBERS_WORLD : MPIMON_MEMBERS_LISTED;
    if (world_order) {
        free(peers);
        return NULL;
    }
    return peers;
}

static void copy_name(struct mpimon_communicator *item, MPIR_Comm *comm) {
    snprintf(item->name, sizeof item->name, "%s", comm->name);
}

static void remember(uint32_t index, MPIR_Comm *comm) {
    if (index >= live_count) {
        uint32_t larger = 2 * index + 8;
        MPIR_Comm **grown = realloc(live, larger * sizeof *grown);
        if (!grown)
            return;
        memset(grown + live_count, 0, (larger - live_count) * sizeof *grown);
        live = grown;
        live_count = larger;
    }
    live[index] = comm;
}

static void register_communicator(MPIR_Comm *comm) {
    struct mpimon_communicator item = {
        .context_id = comm->context_id,
        .size = (uint32_t)comm->local_size,
        .remote_size = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? (uint32_t)comm->remote_size : 0,
        .rank = comm->rank,
        .kind = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? MPIMON_INTERCOMM : MPIMON_INTRACOMM,
        .internal = comm->hierarchy_kind == MPIR_COMM_HIERARCHY_KIND__NODE ||
                    comm->hierarchy_kind == MPIR_COMM_HIERARCHY_KIND__NODE_ROOTS,
    };
    copy_name(&item, comm);
    uint32_t *peers = list_members(comm, &item);
    uint32_t index = mpimon_communicator_add(&item, peers);
    free(peers);
    if (index == UINT32_MAX)
        return;
    comm->dev.ch4.monitoring.index = index;
    for (int traffic_class = 0; traffic_class < 2; traffic_class++)
        for (int path = 0; path < MPIMON_PATHS; path++)
            comm->dev.ch4.monitoring.base[traffic_class][path] =
                mpimon_key_base(index, (enum mpimon_class)traffic_class, (enum mpimon_path)path, MPIMON_SENT);
    remember(index, comm);
}

static int is_known(MPIR_Comm *comm) {
    return comm->dev.ch4.monitoring.base[0][0] != 0;
}

static void forget(MPIR_Comm *comm) {
    memset(&comm->dev.ch4.monitoring, 0, sizeof comm->dev.ch4.monitoring);
}

uint32_t mpimon_communicator_index(MPIR_Comm *comm) {
    if (!is_known(comm))
        register_communicator(comm);
    return is_known(comm) ? comm->dev.ch4.monitoring.index : UINT32_MAX;
}

MPIR_Comm *mpimon_communicator_live(uint32_t index) {
    return index < live_count ? live[index] : NULL;
}

int mpimon_communicator_next(uint32_t *index, MPIR_Comm **comm) {
    while (*index < live_count)
        if ((*comm = live[(*index)++]))
            return 1;
    return 0;
}

void mpimon_communicator_commit(MPIR_Comm *comm) {
    forget(comm); /* the object may have been another communicator's */
    if (mpimon_on)
        register_communicator(comm);
}

void mpimon_communicator_free(MPIR_Comm *comm) {
    if (!is_known(comm))
        return;
    uint32_t index = comm->dev.ch4.monitoring.index;
    struct mpimon_communicator *item = mpimon_communicator_at(index);
    copy_name(item, comm);
    item->freed = 1;
    if (index < live_count)
        live[index] = NULL;
    forget(comm);
}

void mpimon_communicators_finish(void) {
    for (uint32_t index = 0; index < live_count; index++) {
        if (!live[index])
            continue;
        copy_name(mpimon_communicator_at(index), live[index]);
        forget(live[index]);
    }
    free(live);
    live = NULL;
    live_count = 0;
}

struct mpimon_flow *mpimon_flow_slow(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class, enum mpimon_path path,
                                     enum mpimon_direction direction) {
    uint32_t index = mpimon_communicator_index(comm);
    uint64_t key = mpimon_key(index == UINT32_MAX ? 0 : mpimon_key_base(index, traffic_class, path, direction), rank);
    struct mpimon_flow *flow = mpimon_known_flow(key);
    if (flow)
        return flow;
    uint32_t peer = mpimon_peer(comm, rank);
    return mpimon_cache_flow(key, peer, peer == (uint32_t)MPIR_Process.rank ? MPIMON_PATH_SELF : path);
}
