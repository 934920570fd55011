/*
 * Communicators as the engine knows them, and the way from (communicator, rank) to a peer.
 */
#include "mpidimpl.h"

#include <pthread.h>

#include "../../../engine/tables/fnv.h"
#include "../../fixes/node_words.h"
#include "../../macros/io_calls.h"
#include "asked.h"
#include "communicators.h"
#include "freed.h"
#include "origins.h"

/* A thread takes it to register a communicator: tools bind variables while other threads communicate. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/*
 * Live communicators by index, to read their names at the end; NULL once freed. With the detail `receives` they have
 * their members here, too. The block with number b holds 2^b of them, so that none moves while another thread looks it
 * up.
 */
enum { BLOCKS = 32 };
struct live {
    MPIR_Comm *comm;
    uint32_t *peers;
    uint32_t generation;
};
static struct live *live[BLOCKS];
static uint32_t indices; /* one more than the highest that was remembered */

static uint32_t peer_of(struct mpimon_process process) {
    if (process.world == 0)
        return (uint32_t)process.index;
    uint32_t foreign = mpimon_foreign_index((uint32_t)process.world, (uint32_t)process.index);
    return foreign == UINT32_MAX ? MPIMON_PEER_UNKNOWN : MPIMON_PEER_FOREIGN_BIT + foreign;
}

uint32_t mpimon_peer(MPIR_Comm *comm, int rank) {
    struct mpimon_process process = {0, 0};
    MPIMON_PROCESS_OF(comm, rank, &process);
    return peer_of(process);
}

static uint32_t local_peer(MPIR_Comm *comm, int rank) {
    struct mpimon_process process = {0, 0};
    if (comm->comm_kind == MPIR_COMM_KIND__INTRACOMM)
        return mpimon_peer(comm, rank);
    MPIMON_LOCAL_PROCESS_OF(comm, rank, &process);
    return peer_of(process);
}

/* The members' peers, group then remote group, and what can be said of them. Returns NULL for a group in world order.
 */
static uint32_t *list_members(MPIR_Comm *comm, struct mpimon_communicator *item) {
    size_t count = (size_t)item->size + item->remote_size;
    uint32_t *peers = malloc(count * sizeof *peers);
    uint64_t hash = mpimon_fnv_word(MPIMON_FNV_START, item->kind);
    /* Two inter-communicators may have the same processes in the same order, and differ in where they are divided. */
    hash = mpimon_fnv_word(mpimon_fnv_word(hash, item->size), item->remote_size);
    int world_order = item->kind == MPIMON_INTRACOMM;
    item->members = MPIMON_MEMBERS_LISTED;
    if (!peers)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        peers[i] = i < item->size ? local_peer(comm, (int)i) : mpimon_peer(comm, (int)(i - item->size));
        /* Each process numbers those of other worlds for itself; the hash must be the same in all. */
        hash = mpimon_fnv_word(hash, peers[i] & MPIMON_PEER_FOREIGN_BIT ? MPIMON_PEER_FOREIGN_BIT : peers[i]);
        world_order = world_order && peers[i] == i;
    }
    item->group_hash = hash;
    if (world_order) {
        item->members = MPIMON_MEMBERS_WORLD;
        free(peers);
        return NULL;
    }
    return peers;
}

/* Whether a peer is of another world. The hash takes all of these for the same, so such groups may look alike. */
static int has_foreign(const uint32_t *peers, size_t count) {
    size_t i = 0;
    while (peers && i < count && !(peers[i] & MPIMON_PEER_FOREIGN_BIT))
        i++;
    return peers && i < count;
}

/* Whether the segment lists the members here. The profile takes them from the group's rank 0, since a list of a million
 * in every process would be too much. Text output needs them in each process, and so do variables by peer. */
static int keeps_members(const struct mpimon_communicator *item) {
    return item->rank == 0 || MPIR_CVAR_MONITORING_OUTPUT != MPIR_CVAR_MONITORING_OUTPUT_file || mpimon_asked_is_kept();
}

static void copy_name(struct mpimon_communicator *item, MPIR_Comm *comm) {
    snprintf(item->name, sizeof item->name, "%s", comm->name);
}

static int block_of(uint32_t index) {
    return 31 - __builtin_clz(index + 1);
}

/* NULL if no communicator with an index like this was remembered. */
static struct live *entry_of(uint32_t index) {
    int block = block_of(index);
    struct live *entries = __atomic_load_n(&live[block], __ATOMIC_ACQUIRE);
    return entries ? entries + (index + 1 - (1U << block)) : NULL;
}

/* Takes the peers over. Without memory, the communicator keeps the name that it had when it was registered. */
static void remember(uint32_t index, MPIR_Comm *comm, uint32_t *peers) {
    int block = block_of(index);
    if (!live[block])
        __atomic_store_n(&live[block], calloc((size_t)1 << block, sizeof **live), __ATOMIC_RELEASE);
    struct live *entry = entry_of(index);
    if (!entry || !(mpimon_receives_on & MPIMON_RECEIVES_COUNTED)) {
        free(peers);
        peers = NULL;
    }
    if (entry) {
        entry->peers = peers;
        entry->generation++;
        __atomic_store_n(&entry->comm, comm, __ATOMIC_RELEASE);
        indices = MPL_MAX(indices, index + 1);
    }
}

/* The base that other threads look at without the lock is stored last: then the rest is there, too. */
static void publish_index(MPIR_Comm *comm, uint32_t index) {
    comm->dev.ch4.monitoring.index = index;
    for (int traffic_class = MPIMON_BASE_CLASSES - 1; traffic_class >= 0; traffic_class--)
        for (int path = MPIMON_PATHS - 1; path >= 0; path--)
            __atomic_store_n(
                &comm->dev.ch4.monitoring.base[traffic_class][path],
                mpimon_key_base(index, (enum mpimon_class)traffic_class, (enum mpimon_path)path, MPIMON_SENT),
                __ATOMIC_RELEASE);
}

/* Whether the library made the communicator of another one for its collectives: of the processes of one node, one
 * process of each node, or an inter-communicator's local group. */
static int is_part(const MPIR_Comm *comm) {
    return MPIMON_IS_SUBCOMMUNICATOR(comm) || MPIMON_IS_LOCAL_GROUP(comm);
}

/* Only an inter-communicator's field for the local group has a meaning. */
static int is_part_of(const MPIR_Comm *part, const MPIR_Comm *comm) {
    const MPIR_Comm *group = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? comm->local_comm : NULL;
    return comm->node_comm == part || comm->node_roots_comm == part || group == part ||
           (group && (group->node_comm == part || group->node_roots_comm == part));
}

/* The communicator of which a part was made; NULL if that is not known. The caller holds the lock. */
static MPIR_Comm *whole_of(const MPIR_Comm *part) {
    for (uint32_t index = indices; index-- > 0;) {
        MPIR_Comm *comm = mpimon_communicator_live(index);
        if (comm && is_part_of(part, comm))
            return comm;
    }
    return NULL;
}

/* A part's messages count for the whole one. The hash tells parts apart that differ only in what they are a part of. */
static void set_owner(MPIR_Comm *comm, struct mpimon_communicator *item) {
    const MPIR_Comm *whole = item->internal ? whole_of(comm) : NULL;
    if (!whole)
        return;
    const struct mpimon_communicator *owner = mpimon_communicator_at(whole->dev.ch4.monitoring.index);
    item->owner = whole->dev.ch4.monitoring.index + 1;
    comm->dev.ch4.monitoring.is_io = whole->dev.ch4.monitoring.is_io;
    const uint32_t words[] = {(uint32_t)owner->group_hash, (uint32_t)(owner->group_hash >> 32), owner->occurrence};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        item->group_hash = mpimon_fnv_word(item->group_hash, words[i]);
}

/* Registers a communicator, with the lock held. */
static void add_communicator(MPIR_Comm *comm) {
    struct mpimon_communicator item = {
        .context_id = comm->context_id,
        .size = (uint32_t)comm->local_size,
        .remote_size = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? (uint32_t)comm->remote_size : 0,
        .rank = comm->rank,
        .kind = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM ? MPIMON_INTERCOMM : MPIMON_INTRACOMM,
        .internal = is_part(comm),
    };
    copy_name(&item, comm);
    uint32_t *peers = list_members(comm, &item);
    set_owner(comm, &item);
    int may_share = !has_foreign(peers, (size_t)item.size + item.remote_size);
    uint32_t index = mpimon_communicator_add(&item, keeps_members(&item) ? peers : NULL, may_share);
    if (index == UINT32_MAX) {
        free(peers);
        return;
    }
    remember(index, comm, peers);
    publish_index(comm, index);
}

static void forget(MPIR_Comm *comm) {
    memset(&comm->dev.ch4.monitoring, 0, sizeof comm->dev.ch4.monitoring);
}

uint32_t mpimon_communicator_register(MPIR_Comm *comm) {
    pthread_mutex_lock(&lock);
    if (!mpimon_communicator_is_known(comm))
        add_communicator(comm);
    pthread_mutex_unlock(&lock);
    return mpimon_communicator_is_known(comm) ? comm->dev.ch4.monitoring.index : UINT32_MAX;
}

MPIR_Comm *mpimon_communicator_live(uint32_t index) {
    struct live *entry = entry_of(index);
    return entry ? __atomic_load_n(&entry->comm, __ATOMIC_ACQUIRE) : NULL;
}

uint32_t mpimon_communicator_generation(uint32_t index) {
    const struct live *entry = index == UINT32_MAX ? NULL : entry_of(index);
    return entry ? entry->generation : 0;
}

int mpimon_communicator_next(uint32_t *index, MPIR_Comm **comm) {
    while (entry_of(*index))
        if ((*comm = mpimon_communicator_live((*index)++)))
            return 1;
    return 0;
}

void mpimon_communicator_commit(MPIR_Comm *comm) {
    forget(comm); /* the object may have been another communicator's */
    if (comm == MPIR_Process.comm_world)
        mpimon_node_words_join(mpimon_segment() != NULL);
    comm->dev.ch4.monitoring.is_io = mpimon_in_io;
    mpimon_freed_replace(comm);
    if (mpimon_on && !is_part(comm)) /* parts when they are used: until then it is not known of what */
        mpimon_communicator_index(comm);
    mpimon_origin_committed(comm);
    if (mpimon_is_plugged(MPIMON_EVENT_COMMUNICATOR_CREATED) && mpimon_communicator_is_known(comm))
        mpimon_plugins_communicator(MPIMON_EVENT_COMMUNICATOR_CREATED, comm->dev.ch4.monitoring.index);
}

/* Keeps what is needed to find messages that were left there; over MPICH's own communicators the user sends none. */
static void leave(const MPIR_Comm *comm, uint32_t index, struct live *entry, const struct mpimon_communicator *item) {
    if ((mpimon_receives_on & MPIMON_RECEIVES_COUNTED) && !item->internal)
        mpimon_freed_add(comm, index, entry->peers, item->members == MPIMON_MEMBERS_WORLD);
    else
        free(entry->peers);
    entry->peers = NULL;
}

void mpimon_communicator_free(MPIR_Comm *comm) {
    if (!mpimon_communicator_is_known(comm))
        return;
    uint32_t index = comm->dev.ch4.monitoring.index;
    struct mpimon_communicator *item = mpimon_communicator_at(index);
    struct live *entry = entry_of(index);
    copy_name(item, comm);
    item->freed = 1;
    if (mpimon_is_plugged(MPIMON_EVENT_COMMUNICATOR_FREED))
        mpimon_plugins_communicator(MPIMON_EVENT_COMMUNICATOR_FREED, index);
    if (entry) {
        leave(comm, index, entry, item);
        __atomic_store_n(&entry->comm, NULL, __ATOMIC_RELEASE);
    }
    forget(comm);
}

void mpimon_communicators_name(void) {
    MPIR_Comm *comm;
    for (uint32_t index = 0; entry_of(index); index++)
        if ((comm = mpimon_communicator_live(index)))
            copy_name(mpimon_communicator_at(index), comm);
}

void mpimon_communicators_finish(void) {
    for (uint32_t index = 0; entry_of(index); index++) {
        MPIR_Comm *comm = mpimon_communicator_live(index);
        if (!comm)
            continue;
        forget(comm);
        free(entry_of(index)->peers);
    }
    for (int block = 0; block < BLOCKS; block++) {
        free(live[block]);
        live[block] = NULL;
    }
    indices = 0;
    mpimon_freed_finish();
    mpimon_origins_finish();
}

static void list_if_missing(MPIR_Comm *comm, uint32_t index) {
    struct mpimon_communicator item = *mpimon_communicator_at(index);
    if (item.members != MPIMON_MEMBERS_LISTED || item.members_offset != 0)
        return;
    uint32_t *peers = list_members(comm, &item);
    if (peers)
        mpimon_communicator_list(index, peers);
    free(peers);
}

void mpimon_communicators_list(void) {
    pthread_mutex_lock(&lock);
    for (uint32_t index = 0; index < indices; index++) {
        MPIR_Comm *comm = mpimon_communicator_live(index);
        if (comm)
            list_if_missing(comm, index);
    }
    pthread_mutex_unlock(&lock);
}

/* The communicator may have got a name since it was made; should the process be killed, this is the one that is known.
 */
void mpimon_communicator_refresh_name(uint32_t index, MPIR_Comm *comm) {
    pthread_mutex_lock(&lock);
    copy_name(mpimon_communicator_at(index), comm);
    pthread_mutex_unlock(&lock);
}
