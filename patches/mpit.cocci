// Why: MPI_T's tables hold our variables beside MPICH's own; MPICH's functions hand ours to us. And MPICH's faults in MPI_T:
//   - the sums of a handle begin with whatever was in memory (fixed for 4.1, where the rule places nothing);
//   - a bad index of a performance variable crashes;
//   - strings are read and written in a copy that nobody looks at;
//   - the last MPI_T_finalize frees the control variables that MPI still uses, and MPI_T cannot be initialized again
//     (MPICH issue 7954).
//   - MPI_Finalize frees the table of the tools in a row (QMPI) that every later call still goes through.
//   - MPI_T is locked only if the tool that began it last wanted MPI_THREAD_MULTIPLE, and beginning it is not.
// Shape: the calls of MPIR_T_pvar_*_impl, MPIR_T_cvar_*_impl, MPIR_T_pvar_env_init, MPIR_T_env_finalize and
//   MPII_qmpi_teardown; the allocation of handles; where a variable is looked up by its index; MPIR_T_is_threaded, MPIR_T_init_balance and what is done with
//   the lock beside them.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@variables@
@@
  MPIR_T_pvar_env_init();
+ MPIMON_HOOK_VARIABLES();

@pvar_bind@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_handle_alloc_impl(args);
+ lhs = MPIMON_HOOK_PVAR_BIND(args);

@pvar_free@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_handle_free_impl(args);
+ lhs = MPIMON_HOOK_PVAR_FREE(args);

@pvar_session_free@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_session_free_impl(args);
+ lhs = MPIMON_HOOK_PVAR_SESSION_FREE(args);

@pvar_start@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_start_impl(args);
+ lhs = MPIMON_HOOK_PVAR_START(args);

@pvar_stop@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_stop_impl(args);
+ lhs = MPIMON_HOOK_PVAR_STOP(args);

@pvar_read@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_read_impl(args);
+ lhs = MPIMON_HOOK_PVAR_READ(args);

@pvar_reset@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_reset_impl(args);
+ lhs = MPIMON_HOOK_PVAR_RESET(args);

@pvar_readreset@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_readreset_impl(args);
+ lhs = MPIMON_HOOK_PVAR_READRESET(args);

@pvar_write@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_pvar_write_impl(args);
+ lhs = MPIMON_HOOK_PVAR_WRITE(args);

@fix_cvar_read@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_cvar_read_impl(args);
+ lhs = MPIMON_FIX_CVAR_READ(args);

@fix_cvar_write@
expression list args;
expression lhs;
@@
- lhs = MPIR_T_cvar_write_impl(args);
+ lhs = MPIMON_FIX_CVAR_WRITE(args);

@fix_tables@
@@
- MPIR_T_env_finalize();
+ MPIMON_FIX_KEEP_TABLES();

@fix_layers@
@@
- MPII_qmpi_teardown();
+ MPIMON_FIX_KEEP_LAYERS();

@fix_handle@
identifier f =~ "^MPIR_T_pvar_handle_alloc_impl$";
expression size, memory_class;
@@
  f(...)
  {
  <... when != memset(hnd->accum, ...)
- MPL_malloc(size, memory_class)
+ MPIMON_FIX_CALLOC(size, memory_class)
  ...>
  }

@fix_pvar_index@
identifier entry =~ "^entry$";
expression index;
type T;
@@
+ MPIMON_FIX_PVAR_INDEX(index);
  entry = (T) utarray_eltptr(pvar_table, index);

@fix_lock@
expression wanted;
@@
- MPIR_T_is_threaded = (wanted);
+ MPIMON_FIX_ALWAYS_LOCK();

@fix_lock_kept@
@@
(
- MPIR_T_THREAD_CS_INIT();
+ MPIMON_FIX_KEEP_LOCK();
|
- MPIR_T_THREAD_CS_FINALIZE();
+ MPIMON_FIX_KEEP_LOCK();
)

@fix_beginning@
@@
+ MPIMON_FIX_LOCK_TOOLS();
  ++MPIR_T_init_balance;

@fix_begun@
statement first;
@@
  if (MPIR_T_init_balance == 1) first
+ MPIMON_FIX_UNLOCK_TOOLS();

@fix_end@
@@
- --MPIR_T_init_balance;
+ MPIMON_FIX_LEAVE_TOOLS();
