/*
 * Gauges: how long MPICH's queues are, and how many of its requests, cells and buffers are in use, at this moment.
 */
#ifndef MPIMON_GAUGES_H
#define MPIMON_GAUGES_H

#include "../../macros/hook_gauge.h"

/* The gauge's value at this moment. Takes the locks of MPICH's queues. */
MPIMON_HIDDEN uint64_t mpimon_gauge_now(enum mpimon_gauge_kind kind);

/* The same without locks; the gauges of unexpected messages are right only while mpimon_gauges_on is set. */
MPIMON_HIDDEN uint64_t mpimon_gauge_counted(enum mpimon_gauge_kind kind);

/* Counts what is in the queues of unexpected messages, and sets mpimon_gauges_on if the hooks are to go on counting.
 * Takes the locks of MPICH's queues. Where MPICH has none, below MPI_THREAD_MULTIPLE and in MPI_Finalize, only the
 * thread that begins or ends MPI may look; for another thread the queues count as empty now. */
MPIMON_HIDDEN void mpimon_unexpected_look(int go_on);

/* A message came into a queue of unexpected messages (by 1), or left it (by -1). The queue's lock is held. */
MPIMON_HIDDEN void mpimon_unexpected_add(const struct MPIR_Request *request, int by);

/* Gauges that change with every receive are read here without a call. While threads change one, it may be seen below 0.
 */
extern MPIMON_HIDDEN int64_t mpimon_posted_receives, mpimon_posted_bytes;
static inline uint64_t mpimon_gauge_value(const int64_t *gauge) {
    int64_t value = __atomic_load_n(gauge, __ATOMIC_RELAXED);
    return value > 0 ? (uint64_t)value : 0;
}

/* An atomic addition is dear, and below MPI_THREAD_MULTIPLE nobody else adds. */
static inline void mpimon_posted_add(int64_t receives, int64_t bytes) {
    if (unlikely(MPIR_IS_THREADED)) {
        __atomic_add_fetch(&mpimon_posted_receives, receives, __ATOMIC_RELAXED);
        __atomic_add_fetch(&mpimon_posted_bytes, bytes, __ATOMIC_RELAXED);
    } else {
        mpimon_increase((uint64_t *)&mpimon_posted_receives, (uint64_t)receives);
        mpimon_increase((uint64_t *)&mpimon_posted_bytes, (uint64_t)bytes);
    }
}

/* Requests have a pool for each virtual interface, and there is always one. Threads may change them meanwhile. */
static inline int64_t mpimon_requests_of(int pool) {
    return MPIR_Request_mem[pool].num_allocated - MPIR_Request_mem[pool].num_avail;
}

static inline uint64_t mpimon_requests_now(void) {
    int64_t sum = mpimon_requests_of(0);
    for (int pool = 1; unlikely(pool < MPIMON_VCIS); pool++)
        sum += mpimon_requests_of(pool);
    return sum > 0 ? (uint64_t)sum : 0;
}

/* No receive is posted: a new run begins. */
MPIMON_HIDDEN void mpimon_posted_forget(void);

/* The number of shared-memory cells that this process has to send with, and of packet buffers, in use or not. */
MPIMON_HIDDEN uint64_t mpimon_cells_allocated(void);
MPIMON_HIDDEN uint64_t mpimon_buffers_allocated(void);

/* Give pages of this process's free cells back to the system, but for `floor` bytes of them. Returns how many bytes
 * were in memory until now. No other thread may be in MPI: one that sends would find no cells meanwhile. */
MPIMON_HIDDEN uint64_t mpimon_cells_give_back(uint64_t floor);

/* The pool of cells of this number, from 0 on below the limit; NULL if there is none. */
enum { MPIMON_CELL_POOLS = 64 }; /* one for each pair of virtual interfaces of a process; any more are not seen */
struct MPIDU_genqi_shmem_pool;
MPIMON_HIDDEN struct MPIDU_genqi_shmem_pool *mpimon_cell_pool(int number);

/* Parts of MPIMON_GAUGE_MEMORY, in bytes. */
MPIMON_HIDDEN uint64_t mpimon_object_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_buffer_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_cell_bytes(void);
MPIMON_HIDDEN uint64_t mpimon_segment_bytes(void);

/* The calling thread begins MPI (`locks_work`), or ends it, after which MPICH's locks work no more. The caller holds
 * MPI_T's lock. */
MPIMON_HIDDEN void mpimon_gauges_own(int locks_work);

#endif
