// Why: one-sided operations are counted once, where CH4 decides between netmod and shared memory, whatever messages
//   they then become.
// Shape: `lhs = f(args);` with f from the families below. Arguments begin with the origin buffer; the macros know each
//   family's order.
// May miss: operations that a work queue starts later (they pass these calls too, from the queue's handler).
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@rma_shm@
identifier f =~ "^MPIDI_SHM_mpi_(r?put|r?get|r?accumulate|r?get_accumulate|fetch_and_op|compare_and_swap)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_RMA_SHM(f, args);
  lhs = f(args);

@rma_net@
identifier f =~ "^MPIDI_NM_mpi_(r?put|r?get|r?accumulate|r?get_accumulate|fetch_and_op|compare_and_swap)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_RMA_NET(f, args);
  lhs = f(args);
