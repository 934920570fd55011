// Why: every collective call is counted by operation and by the algorithm finally chosen, with its bytes and, if
//   blocking, its time.
// Shape: in the bindings, the call from MPI_X into MPIR_X is surrounded; where an algorithm is called from the selection
//   code, a line before it records its name. The communicator's variable has the same name throughout a file.
//   Calls that end early, alone or without data, differ by series: each form has a rule.
// May miss: an algorithm chosen inside another one's file (its parent is what was selected).
// Tried on: 4.0 to 5.0; patches/README.md says how far.

// A check of arguments with a call of its own, in the one file that 4.2 has for all bindings.
@check@
position p;
@@
  internal_Intercomm_merge(...)
  {
  <+...
  MPIR_Allreduce@p(...)
  ...+>
  }

@collective_call@
position call != check.p;
identifier f =~ "^MPIR_(I?(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|reduce|allreduce|reduce_scatter(_block)?|scan|exscan|neighbor_(allgatherv?|alltoall[vw]?))|(Barrier|Bcast|Gatherv?|Scatterv?|Allgatherv?|Alltoall[vw]?|Reduce|Allreduce|Reduce_scatter(_block)?|Scan|Exscan|Neighbor_(allgatherv?|alltoall[vw]?))(_init)?)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_COLL_ENTER(f, args);
  lhs = f@call(args);
+ MPIMON_HOOK_COLL_EXIT(f, args);

@collective_alone@
identifier function =~ "^internal_I?([Aa]ll|[Bb](arrier|cast)|[Ee]xscan|[Gg]ather|[Rr]educe|[Ss]can|[Ss]catter)";
expression alone;
@@
  function(...)
  {
  <+...
  if (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM && alone) {
+     MPIMON_HOOK_COLL_ALONE(function);
      ...
      goto fn_exit;
  }
  ...+>
  }

@collective_alone_copied@
identifier function =~ "^internal_I?([Aa]ll|[Bb](arrier|cast)|[Ee]xscan|[Gg]ather|[Rr]educe|[Ss]can|[Ss]catter)";
expression alone;
@@
  function(...)
  {
  <+...
  if (alone && comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM) {
+     MPIMON_HOOK_COLL_ALONE(function);
      ...
  }
  ...+>
  }

@collective_alone_self@
identifier function =~ "^internal_I?([Aa]ll|[Bb](arrier|cast)|[Ee]xscan|[Gg]ather|[Rr]educe|[Ss]can|[Ss]catter)";
expression alone;
@@
  function(...)
  {
  <+...
(
  if (MPIR_is_self_comm(comm_ptr)) {
+     MPIMON_HOOK_COLL_ALONE(function);
      ...
  }
|
  if (count == 0 || MPIR_is_self_comm(comm_ptr)) {
+     MPIMON_HOOK_COLL_ALONE(function);
      ...
  }
|
  if (count == 0 || (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM && alone)) {
+     MPIMON_HOOK_COLL_ALONE(function);
      ...
  }
)
  ...+>
  }

@collective_alone_empty@
identifier function =~ "^internal_I?([Aa]ll|[Bb](arrier|cast)|[Ee]xscan|[Gg]ather|[Rr]educe|[Ss]can|[Ss]catter)";
expression empty;
@@
  function(...)
  {
  <+...
  if (comm_ptr->comm_kind == MPIR_COMM_KIND__INTRACOMM) {
      if (empty) {
+         MPIMON_HOOK_COLL_ALONE(function);
          ...
          goto fn_exit;
      }
  }
  ...+>
  }

@persistent_start@
expression q, lhs;
@@
+ MPIMON_HOOK_PERSISTENT_START(q);
  lhs = MPIR_Persist_coll_start(q);
