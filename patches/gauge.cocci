// Why: watermarks and the detail `gauges` tell how long queues get and how many requests, cells and buffers are in use.
// Shape: requests are taken from and given back to their pool in one place each; pools of objects, requests among them,
//   count what they have memory for, and MPICH's own counting of its queues stands where they change; cells and packet buffers have a pool each, in a file of its own.
// May miss: queues that network libraries keep; cells as they come back, which MPICH does not see either.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@request_taken@
expression list args;
expression lhs;
identifier pool;
@@
  lhs = MPIR_Handle_obj_alloc_unsafe(&MPIR_Request_mem[pool], args);
+ MPIMON_HOOK_REQUEST_TAKEN();

@request_returned@
expression list args;
identifier pool;
@@
  MPIR_Handle_obj_free_unsafe(&MPIR_Request_mem[pool], args);
+ MPIMON_HOOK_REQUEST_RETURNED();

@objects_grown@
expression by;
@@
  objmem->num_allocated += by;
+ MPIMON_HOOK_OBJECTS_GROWN();

@queue_in@
identifier q;
@@
  MPIDIG_PVAR_QUEUE_LEVEL_INC(q);
+ MPIMON_HOOK_QUEUE_IN(req, q);

@queue_out@
identifier q;
@@
  MPIDIG_PVAR_QUEUE_LEVEL_DEC(q);
+ MPIMON_HOOK_QUEUE_OUT(curr, q);

@buffers_made@
typedef MPIDU_genq_private_pool_t;
identifier p;
@@
  *pool = (MPIDU_genq_private_pool_t) p;
+ MPIMON_HOOK_BUFFERS_MADE(p);

@buffers_gone@
identifier f =~ "^MPIDU_genq_private_pool_destroy";
identifier p =~ "^pool";
@@
  f(...) {
  <...
+ MPIMON_HOOK_BUFFERS_GONE(p);
  MPL_free(p);
  ...>
  }

@buffer_taken@
identifier b;
@@
  b->num_used_cells++;
+ MPIMON_HOOK_BUFFER_TAKEN(pool_obj);

@buffer_returned@
identifier b;
@@
  b->num_used_cells--;
+ MPIMON_HOOK_BUFFER_RETURNED(pool_obj);

@cells_made@
typedef MPIDU_genq_shmem_pool_t;
identifier p;
@@
  *pool = (MPIDU_genq_shmem_pool_t) p;
+ MPIMON_HOOK_CELLS_MADE(p);

@cells_gone@
identifier p;
@@
+ MPIMON_HOOK_CELLS_GONE(p);
  MPL_free(p->cell_headers);

@cell_taken@
identifier f =~ "^MPIDU_genq_shmem_pool_cell_alloc$";
expression list args;
expression lhs;
@@
  f(...) {
  <...
  lhs = MPIDU_genq_shmem_queue_dequeue(args);
+ MPIMON_HOOK_CELL_TAKEN();
  ...>
  }
