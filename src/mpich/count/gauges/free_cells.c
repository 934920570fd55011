/*
 * Memory of shared-memory cells that hold no message. MPICH keeps the cells of a burst for ever, and they are taken one
 * after the other, so that each has been in use soon.
 */
#include "mpidimpl.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "mpidu_genq_shmem_pool.h"

#include "gauges.h"

enum { MOST_PAGES = 1024 }; /* that are looked at together */

static uintptr_t page_size(void) {
    return (uintptr_t)sysconf(_SC_PAGESIZE);
}

/* How many bytes of these pages are in memory. */
static uint64_t resident(void *first, size_t length) {
    unsigned char in_memory[MOST_PAGES];
    uint64_t pages = 0;
    if (mincore(first, length, in_memory) != 0)
        return 0;
    for (size_t page = 0; page < length / page_size(); page++)
        pages += in_memory[page] & 1;
    return pages * page_size();
}

/* Gives back whole pages of the cell only, since what is before and behind it is in use. Pages that are neither of a
 * file nor of shared memory cannot be given back. */
static uint64_t give_back(void *cell, size_t size, uint64_t *floor) {
    const uintptr_t page = page_size(), end = ((uintptr_t)cell + size) / page * page;
    uintptr_t at = ((uintptr_t)cell + page - 1) / page * page;
    uint64_t given = 0;
    for (size_t length; at < end; at += length) {
        length = MPL_MIN(end - at, MOST_PAGES * page);
        const uint64_t bytes = resident((void *)at, length);
        if (bytes > 0 && bytes <= *floor)
            *floor -= bytes;
        else if (bytes > 0 && madvise((void *)at, length, MADV_REMOVE) == 0)
            given += bytes;
    }
    return given;
}

/* Who takes a cell out of the queue has it alone. */
static uint64_t give_back_queue(MPIDU_genqi_shmem_pool_s *pool, MPIDU_genq_shmem_queue_u *queue, void **cells,
                                uint64_t *floor) {
    uint64_t given = 0, count = 0;
    while (count < MPIMON_CELLS_PER_QUEUE(pool) &&
           MPIDU_genq_shmem_queue_dequeue(pool, queue, &cells[count]) == MPI_SUCCESS && cells[count])
        count++;
    for (uint64_t i = 0; i < count; i++) {
        given += give_back(cells[i], pool->cell_size, floor);
        MPIDU_genq_shmem_queue_enqueue(pool, queue, cells[i]);
    }
    return given;
}

static uint64_t give_back_pool(MPIDU_genqi_shmem_pool_s *pool, uint64_t *floor) {
    const uint64_t queues = MPIMON_FREE_QUEUES(pool);
    void **cells = malloc(MPIMON_CELLS_PER_QUEUE(pool) * sizeof *cells);
    uint64_t given = 0;
    for (uint64_t i = 0; cells && i < queues; i++)
        given += give_back_queue(pool, &pool->free_queues[(uint64_t)pool->rank * queues + i], cells, floor);
    free(cells);
    return given;
}

uint64_t mpimon_cells_give_back(uint64_t floor) {
    uint64_t given = 0;
    for (int i = 0; i < MPIMON_CELL_POOLS; i++) {
        MPIDU_genqi_shmem_pool_s *pool = mpimon_cell_pool(i);
        given += pool ? give_back_pool(pool, &floor) : 0;
    }
    return given;
}
