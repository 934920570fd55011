/*
 * The hot path of sends: one function per class and path, so that both are constants in it, in two sets: for one shard,
 * the main one, and for a shard per thread.
 */
#include "mpidimpl.h"

#include "flows.h"
#include "senders.h"

mpimon_sender *mpimon_senders[2][MPIMON_PATHS];

/* Datatypes that are not built in, and flows that are not in the cache. Takes its arguments where the callers have
 * them. */
static __attribute__((noipa)) void send_slow(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype,
                                             unsigned kind) {
    mpimon_count_sent(comm, rank, (enum mpimon_class)(kind / MPIMON_PATHS), (enum mpimon_path)(kind % MPIMON_PATHS),
                      mpimon_data_size(count, datatype));
}

/* Handles of built-in datatypes are the positive ones, with the size in their second byte. */
static inline uint64_t builtin_size(MPI_Datatype datatype) {
#ifdef __x86_64__
    uint64_t size; /* the compiler would shift and then widen */
    __asm__("movzbl %h1, %k0" : "=r"(size) : "Q"(datatype));
    return size;
#else
    return (uint8_t)((unsigned)datatype >> 8);
#endif
}

static inline __attribute__((always_inline)) void send_fast(struct mpimon_shard *shard, MPIR_Comm *comm, int rank,
                                                            MPI_Aint count, MPI_Datatype datatype,
                                                            enum mpimon_class traffic_class, enum mpimon_path path) {
    uint64_t key = mpimon_key(comm->dev.ch4.monitoring.base[traffic_class][path], rank);
    unsigned slot = mpimon_cache_slot(key);
    if (unlikely((int)datatype < 0 || shard->keys[slot] != key)) {
        send_slow(comm, rank, count, datatype, (unsigned)traffic_class * MPIMON_PATHS + (unsigned)path);
        return;
    }
#ifdef __x86_64__
    __asm__("" : : "D"(comm)); /* stays where the slow path wants it; else the compiler moves it out of the way first */
#endif
    mpimon_add_sent(shard, shard->flows[slot], traffic_class, (uint64_t)count * builtin_size(datatype));
}

#define DEFINE(name, traffic_class, path)                                                          \
    static void name(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype) {           \
        send_fast(mpimon_main_shard, comm, rank, count, datatype, traffic_class, path);            \
    }                                                                                              \
    static void name##_threads(MPIR_Comm *comm, int rank, MPI_Aint count, MPI_Datatype datatype) { \
        send_fast(mpimon_this_shard, comm, rank, count, datatype, traffic_class, path);            \
    }

DEFINE(p2p_self, MPIMON_CLASS_P2P, MPIMON_PATH_SELF)
DEFINE(p2p_shm, MPIMON_CLASS_P2P, MPIMON_PATH_SHM)
DEFINE(p2p_ipc, MPIMON_CLASS_P2P, MPIMON_PATH_IPC)
DEFINE(p2p_net, MPIMON_CLASS_P2P, MPIMON_PATH_NET)
DEFINE(coll_self, MPIMON_CLASS_COLL, MPIMON_PATH_SELF)
DEFINE(coll_shm, MPIMON_CLASS_COLL, MPIMON_PATH_SHM)
DEFINE(coll_ipc, MPIMON_CLASS_COLL, MPIMON_PATH_IPC)
DEFINE(coll_net, MPIMON_CLASS_COLL, MPIMON_PATH_NET)

void mpimon_choose_senders(int one_shard) {
    static mpimon_sender *const sets[2][2][MPIMON_PATHS] = {
        {{p2p_self_threads, p2p_shm_threads, p2p_ipc_threads, p2p_net_threads},
         {coll_self_threads, coll_shm_threads, coll_ipc_threads, coll_net_threads}},
        {{p2p_self, p2p_shm, p2p_ipc, p2p_net}, {coll_self, coll_shm, coll_ipc, coll_net}},
    };
    memcpy(mpimon_senders, sets[one_shard != 0], sizeof mpimon_senders);
}
