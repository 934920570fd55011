// Why: an algorithm of the shared-memory module may find, after it was chosen, that it cannot serve, and call MPICH's own
//   selection instead: then it was not the one.
// Shape: in the module's algorithms, a call to MPICH's selection is only made to fall back.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@algorithm_fallback@
identifier f =~ "^MPIR_(Bcast|Reduce|Allreduce|Barrier|Alltoall|Allgatherv?)_impl$";
expression handle;
expression list args;
expression lhs;
@@
(
  lhs = f(&handle, ...);
|
+ MPIMON_HOOK_ALGORITHM_FALLBACK();
  lhs = f(args);
|
+ MPIMON_HOOK_ALGORITHM_FALLBACK();
  return f(args);
)
