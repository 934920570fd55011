// Why: the counters begin when MPI_Init knows the process's rank and end before MPI_Finalize takes the built-in
//   communicators down; tools have to know of that while MPICH's locks still work; a program that ends by MPI_Abort does
//   not lose its counters by mistake; a communicator is known from its commit to its release.
// Shape: one call each; that of an abort, in the function that says so and whose parameter is the exit code.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@settings@
expression lhs;
@@
+ MPIMON_HOOK_SETTINGS();
  lhs = MPIR_T_env_init();

@start@
expression lhs;
@@
  lhs = MPIR_pmi_init();
+ MPIMON_HOOK_START(lhs);

@closing@
expression lhs;
@@
+ MPIMON_HOOK_CLOSING();
  lhs = MPII_finalize_async();

@finish@
expression lhs;
@@
+ MPIMON_HOOK_FINISH(lhs);
  lhs = MPIR_finalize_builtin_comms();

@abort@
typedef MPIR_Comm;
identifier comm, error, code, message;
expression list args;
@@
  int MPID_Abort(MPIR_Comm *comm, int error, int code, const char *message)
  {
  ...
+ MPIMON_HOOK_ABORT(code);
  MPL_error_printf("%s", args);
  ...
  }

@communicator_commit@
expression comm, lhs;
@@
  lhs = MPIDIG_init_comm(comm);
+ MPIMON_HOOK_COMM_COMMIT(comm);

@communicator_free@
expression comm, lhs;
@@
+ MPIMON_HOOK_COMM_FREE(comm);
  lhs = MPIDIG_destroy_comm(comm);
