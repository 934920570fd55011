/*
 * The gauges' values at this moment, read from MPICH's own structures.
 */
#include "mpidimpl.h"

#include "mpidu_genq_shmem_pool.h"

#include "../../../engine/tables/iterator.h"
#include "gauges.h"

unsigned char mpimon_gauges_on;

static pthread_mutex_t pools_lock = PTHREAD_MUTEX_INITIALIZER;
static struct mpimon_buffers *buffer_pools;
static MPIDU_genqi_shmem_pool_s *cell_pools[MPIMON_CELL_POOLS];
static int cell_pools_end; /* one more than the last index that was ever taken */

int64_t mpimon_posted_receives, mpimon_posted_bytes;

/* Unexpected messages and their bytes by virtual interface, whose lock is held when they change; they are kept only
 * while mpimon_gauges_on is set. */
static struct { int64_t messages, bytes; } unexpected[MPIDI_CH4_MAX_VCIS];

void mpimon_buffers_made(struct mpimon_buffers *pool, const intptr_t *blocks, intptr_t in_block, intptr_t buffer_size) {
    *pool = (struct mpimon_buffers){blocks, in_block, buffer_size, 0, NULL};
    pthread_mutex_lock(&pools_lock);
    pool->next = buffer_pools;
    buffer_pools = pool;
    pthread_mutex_unlock(&pools_lock);
}

void mpimon_buffers_gone(struct mpimon_buffers *pool) {
    pthread_mutex_lock(&pools_lock);
    struct mpimon_buffers **link = &buffer_pools;
    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    pthread_mutex_unlock(&pools_lock);
}

static void replace_cell_pool(MPIDU_genqi_shmem_pool_s *old, MPIDU_genqi_shmem_pool_s *new) {
    pthread_mutex_lock(&pools_lock);
    for (int i = 0; i < MPIMON_CELL_POOLS; i++) {
        if (cell_pools[i] == old) {
            cell_pools[i] = new;
            cell_pools_end = i >= cell_pools_end ? i + 1 : cell_pools_end;
            break;
        }
    }
    pthread_mutex_unlock(&pools_lock);
}

void mpimon_cells_made(MPIDU_genqi_shmem_pool_s *pool) {
    replace_cell_pool(NULL, pool);
}

void mpimon_cells_gone(MPIDU_genqi_shmem_pool_s *pool) {
    replace_cell_pool(pool, NULL);
}

MPIDU_genqi_shmem_pool_s *mpimon_cell_pool(int number) {
    pthread_mutex_lock(&pools_lock);
    MPIDU_genqi_shmem_pool_s *pool = cell_pools[number];
    pthread_mutex_unlock(&pools_lock);
    return pool;
}

/* Adds up f(pool) over all pools of buffers. */
static uint64_t sum_buffers(int64_t (*f)(const struct mpimon_buffers *)) {
    int64_t sum = 0;
    pthread_mutex_lock(&pools_lock);
    for (const struct mpimon_buffers *pool = buffer_pools; pool; pool = pool->next)
        sum += f(pool);
    pthread_mutex_unlock(&pools_lock);
    return sum > 0 ? (uint64_t)sum : 0;
}

static int64_t in_use(const struct mpimon_buffers *pool) {
    return pool->in_use;
}

static int64_t allocated(const struct mpimon_buffers *pool) {
    return *pool->blocks * pool->in_block;
}

static int64_t bytes(const struct mpimon_buffers *pool) {
    return allocated(pool) * pool->buffer_size;
}

uint64_t mpimon_buffers_allocated(void) {
    return sum_buffers(allocated);
}

uint64_t mpimon_buffer_bytes(void) {
    return sum_buffers(bytes);
}

static uint64_t sum_cells(uint64_t (*f)(MPIDU_genqi_shmem_pool_s *)) {
    uint64_t sum = 0;
    pthread_mutex_lock(&pools_lock);
    for (int i = 0; i < cell_pools_end; i++)
        sum += cell_pools[i] ? f(cell_pools[i]) : 0;
    pthread_mutex_unlock(&pools_lock);
    return sum;
}

static uint64_t own_cells(MPIDU_genqi_shmem_pool_s *pool) {
    return MPIMON_FREE_QUEUES(pool) * MPIMON_CELLS_PER_QUEUE(pool);
}

static uint64_t own_bytes(MPIDU_genqi_shmem_pool_s *pool) {
    return own_cells(pool) * pool->cell_alloc_size;
}

/*
 * Other processes put cells back into the queues of free ones without telling anybody, so the free ones are counted.
 * Another thread may take cells meanwhile, so the loop has a limit.
 */
static uint64_t missing_cells(MPIDU_genqi_shmem_pool_s *pool, MPIDU_genq_shmem_queue_u *queue) {
    uint64_t left = MPIMON_CELLS_PER_QUEUE(pool);
    void *handle = MPL_atomic_load_ptr(&queue->q.head.m);
    for (; handle && left > 0; left--)
        handle = MPL_atomic_load_ptr(&HANDLE_TO_HEADER(pool, handle)->u.nem_queue.next_m);
    return left;
}

static uint64_t taken_cells(MPIDU_genqi_shmem_pool_s *pool) {
    uint64_t sum = 0, queues = MPIMON_FREE_QUEUES(pool);
    for (uint64_t i = 0; i < queues; i++)
        sum += missing_cells(pool, &pool->free_queues[(uint64_t)pool->rank * queues + i]);
    return sum;
}

uint64_t mpimon_cells_allocated(void) {
    return sum_cells(own_cells);
}

uint64_t mpimon_cell_bytes(void) {
    return sum_cells(own_bytes);
}

/* Objects of MPICH's but requests. */
static const MPIR_Object_alloc_t *const object_kinds[] = {&MPIR_Comm_mem,  &MPIR_Datatype_mem, &MPIR_Errhandler_mem,
                                                          &MPIR_Group_mem, &MPIR_Info_mem,     &MPIR_Op_mem,
                                                          &MPIR_Win_mem};
enum { OBJECT_KINDS = sizeof object_kinds / sizeof *object_kinds };

uint64_t mpimon_object_bytes(void) {
    uint64_t sum = 0;
    for (int kind = 0; kind < OBJECT_KINDS; kind++)
        sum += (uint64_t)object_kinds[kind]->num_allocated * (uint64_t)object_kinds[kind]->size;
    for (int pool = 0; pool == 0 || pool < MPIMON_VCIS; pool++)
        sum += (uint64_t)MPIR_Request_mem[pool].num_allocated * (uint64_t)MPIR_Request_mem[pool].size;
    return sum;
}

uint64_t mpimon_segment_bytes(void) {
    const struct mpimon_header *segment = mpimon_segment();
    return segment ? mpimon_read(&segment->used) : 0;
}

void mpimon_posted_forget(void) {
    mpimon_posted_receives = mpimon_posted_bytes = 0;
}

static int64_t message_bytes(const MPIR_Request *request) {
    return (int64_t)MPIDIG_REQUEST(request, count); /* of MPI_BYTE, until it is received */
}

void mpimon_unexpected_add(const MPIR_Request *request, int by) {
    int vci = MPIDI_Request_get_vci(request);
    unexpected[vci].messages += by;
    unexpected[vci].bytes += by * message_bytes(request);
}

static pthread_t owner;
static int owner_locks_work;

void mpimon_gauges_own(int locks_work) {
    owner = pthread_self();
    owner_locks_work = locks_work;
}

static int may_look(void) {
    return MPIMON_IS_INITIALIZED() &&
           ((owner_locks_work && MPIR_ThreadInfo.isThreaded) || pthread_equal(pthread_self(), owner));
}

static void look_at_queue(int vci) {
    unexpected[vci].messages = unexpected[vci].bytes = 0;
    for (const MPIR_Request *request = MPIDI_VCI(vci).unexp_list; request; request = request->next) {
        unexpected[vci].messages++;
        unexpected[vci].bytes += message_bytes(request);
    }
}

void mpimon_unexpected_look(int go_on) {
    if (!may_look()) {
        memset(unexpected, 0, sizeof unexpected);
        mpimon_gauges_on |= go_on ? MPIMON_GAUGES_TOLD : 0;
        return;
    }
    MPID_THREAD_CS_ENTER(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
    for (int vci = 0; vci < MPIMON_VCIS; vci++) {
        MPID_THREAD_CS_ENTER(VCI, MPIMON_VCI_LOCK(vci));
        look_at_queue(vci);
    }
    mpimon_gauges_on |= go_on ? MPIMON_GAUGES_TOLD : 0;
    for (int vci = 0; vci < MPIMON_VCIS; vci++)
        MPID_THREAD_CS_EXIT(VCI, MPIMON_VCI_LOCK(vci));
    MPID_THREAD_CS_EXIT(GLOBAL, MPIR_THREAD_GLOBAL_ALLFUNC_MUTEX);
}

uint64_t mpimon_gauge_now(enum mpimon_gauge_kind kind) {
    if (kind <= MPIMON_GAUGE_UNEXPECTED_BYTES && !mpimon_gauges_on)
        mpimon_unexpected_look(0);
    return mpimon_gauge_counted(kind);
}

uint64_t mpimon_gauge_counted(enum mpimon_gauge_kind kind) {
    int64_t sum = 0;
    switch (kind) {
        case MPIMON_GAUGE_UNEXPECTED_MESSAGES:
        case MPIMON_GAUGE_UNEXPECTED_BYTES:
            for (int vci = 0; vci < MPIMON_VCIS; vci++)
                sum += kind == MPIMON_GAUGE_UNEXPECTED_BYTES ? unexpected[vci].bytes : unexpected[vci].messages;
            break;
        case MPIMON_GAUGE_POSTED_RECEIVES:
            return mpimon_gauge_value(&mpimon_posted_receives);
        case MPIMON_GAUGE_POSTED_BYTES:
            return mpimon_gauge_value(&mpimon_posted_bytes);
        case MPIMON_GAUGE_REQUESTS:
            return mpimon_requests_now();
        case MPIMON_GAUGE_CELLS:
            return sum_cells(taken_cells);
        case MPIMON_GAUGE_PACKET_BUFFERS:
            return sum_buffers(in_use);
        default:
            return mpimon_object_bytes() + mpimon_buffer_bytes() + mpimon_cell_bytes() + mpimon_segment_bytes();
    }
    return sum > 0 ? (uint64_t)sum : 0;
}
