/* Requests from their pool; other objects stay as they are. */
void requests(struct request *req)
{
    req = MPIR_Handle_obj_alloc_unsafe(&MPIR_Request_mem[pool], blocks, indices);
    MPIMON_HOOK_REQUEST_TAKEN();
    info = MPIR_Handle_obj_alloc_unsafe(&MPIR_Info_mem, blocks, indices);
    if (safe) {
        MPIR_Handle_obj_free_unsafe(&MPIR_Request_mem[pool], req, 0);
        MPIMON_HOOK_REQUEST_RETURNED();
    }
    MPIR_Handle_obj_free_unsafe(&MPIR_Info_mem, info, 1);
}

/* A pool that gets memory for more objects. */
void grows(struct pool *objmem)
{
    objmem->num_allocated = 0;
    objmem->num_allocated += indices;
    MPIMON_HOOK_OBJECTS_GROWN();
    objmem->num_avail += indices;
}

/* MPICH's own counting of a queue. */
void queues(struct request *req, struct request *curr)
{
    MPIDIG_PVAR_QUEUE_LEVEL_INC(qtype);
    MPIMON_HOOK_QUEUE_IN(req, qtype);
    if (dequeue) {
        MPIDIG_PVAR_QUEUE_LEVEL_DEC(qtype);
        MPIMON_HOOK_QUEUE_OUT(curr, qtype);
    }
}

int MPIDU_genq_private_pool_create_unsafe(void **pool)
{
    *pool = (MPIDU_genq_private_pool_t) pool_obj;
    MPIMON_HOOK_BUFFERS_MADE(pool_obj);
    return 0;
}

/* Blocks go before the pool. */
int MPIDU_genq_private_pool_destroy_unsafe(void *pool)
{
    MPL_free(block);
    MPIMON_HOOK_BUFFERS_GONE(pool_obj);
    MPL_free(pool_obj);
    return 0;
}

void buffers(struct block *block)
{
    block->num_used_cells = 0;
    block->num_used_cells++;
    MPIMON_HOOK_BUFFER_TAKEN(pool_obj);
    block->num_used_cells--;
    MPIMON_HOOK_BUFFER_RETURNED(pool_obj);
}

void cells(struct pool *pool_obj)
{
    *pool = (MPIDU_genq_shmem_pool_t) pool_obj;
    MPIMON_HOOK_CELLS_MADE(pool_obj);
    MPIMON_HOOK_CELLS_GONE(pool_obj);
    MPL_free(pool_obj->cell_headers);
}

int MPIDU_genq_shmem_pool_cell_alloc(void *pool, void **cell)
{
    int rc = 0;
    rc = MPIDU_genq_shmem_queue_dequeue(pool, queue, cell);
    MPIMON_HOOK_CELL_TAKEN();
    return rc;
}

/* A queue that is not that of the free cells. */
int receive(void *pool, void **cell)
{
    int rc = 0;
    rc = MPIDU_genq_shmem_queue_dequeue(pool, queue, cell);
    return rc;
}
