// Why: the algorithm finally chosen for a collective is the one whose function is called.
// Shape: `lhs = f(args);` in the selection code: MPICH's own algorithms in mpir_coll.c (made by autogen.sh: patch after
//   it) and mpir_coll_sched_auto.c, CH4's compositions, and the shared-memory module's algorithms.
// May miss: nothing known; algorithms called through pointers would be missed.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@algorithm_mpir@
identifier f =~ "^MPIR_.*_(intra|inter|allcomm)_";
identifier auto_selection =~ "_auto$";
expression list args;
expression lhs;
@@
(
  lhs = auto_selection(args);
|
+ MPIMON_HOOK_ALGORITHM(f, comm_ptr);
  lhs = f(args);
)

@algorithm_composition@
identifier f =~ "^MPIDI_.*_(intra|inter)_composition_";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_ALGORITHM_COMPOSITION(f, comm);
  lhs = f(args);

@algorithm_shm@
identifier f =~ "^MPIDI_POSIX_mpi_.*_(release_gather|gpu_.*|stream_read)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_ALGORITHM_SHM(f, comm);
  lhs = f(args);
