// Why: with detail `waits`, a blocking call's time of waiting is counted, and for whom it waited.
// Shape: functions that may wait get a place for the start of it at their beginning; the loops in which they wait get a line
//   that notes it, before anything else; and where the wait has ended, a line counts it. A send that the netmod has not
//   completed at once gets a line that puts the receiver into its request, and so does one that the receiver asks for
//   or copies itself: there it costs nothing on the way of a short message. The two handlers of messages that begin or
//   end an epoch note who sent them.
// May miss: a loop of the netmod's own that is in none of the calls below; an active message that waits for room in
//   shared memory, whose request does not say whom it is for.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@wait_ready@
identifier f =~ "^(MPIR_Wait(all|any|some)?_state|MPIR_Sendrecv_impl|MPID_M?[Pp]robe|MPIDIG_mpi_win_(start|complete|wait|lock|unlock|fence|flush|flush_local|flush_all|flush_local_all|lock_all|unlock_all))$";
@@
  f(...)
  {
+ MPIMON_HOOK_WAIT_READY();
  ...
  }

@waiting@
identifier f =~ "^MPIR_Wait(all)?_state$";
expression q;
@@
  f(...)
  {
  <+...
  while (!MPIR_Request_is_complete(q)) {
+     MPIMON_HOOK_WAITING(q);
      ...
  }
  ...+>
  }

@waited_at exists@
identifier f =~ "^MPIR_Wait(all)?_state$";
identifier error;
position end;
@@
  f(...)
  {
  ... when any
  return@end error;
  }

@waited@
identifier waited_at.f, waited_at.error;
position waited_at.end;
@@
+ MPIMON_HOOK_WAITED(f);
  return@end error;

@waiting_both@
expression out, in;
@@
  while (!MPIR_Request_is_complete(out) || !MPIR_Request_is_complete(in)) {
+     MPIMON_HOOK_WAITING_BOTH(out, in);
      ...
  }

@waited_both@
expression out, in, state;
@@
  while (!MPIR_Request_is_complete(out) || !MPIR_Request_is_complete(in)) {
      ...
  }
+ MPIMON_HOOK_WAITED_BOTH();
  MPID_Progress_end(state);

@waiting_any@
identifier f =~ "^MPIR_Wait(any|some)_state$";
expression list lock;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_WAITING_ANY();
  MPID_THREAD_CS_YIELD(lock);
  ...+>
  }

@waited_any@
identifier f =~ "^MPIR_Waitany_state$";
identifier i =~ "^i$";
expression index;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_WAITED_ANY(request_ptrs[i]);
  *index = i;
  ...+>
  }

@waited_some@
identifier f =~ "^MPIR_Waitsome_state$";
identifier n =~ "^n_active$";
expression count;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_WAITED_SOME(array_of_indices[0]);
  *count = n;
  ...+>
  }

@probing@
identifier f =~ "^MPID_M?[Pp]robe$";
expression list lock;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_PROBING(flag);
  MPID_THREAD_CS_YIELD(lock);
  ...+>
  }

@probed_at exists@
identifier f =~ "^MPID_M?[Pp]robe$";
identifier error;
position end;
@@
  f(...)
  {
  ... when any
  return@end error;
  }

@probed@
identifier probed_at.error;
position probed_at.end;
@@
+ MPIMON_HOOK_PROBED();
  return@end error;

@epoch_waited@
identifier f =~ "^MPIDIG_mpi_win_";
identifier loop =~ "^MPIDIU_PROGRESS_(DO_)?WHILE$";
expression condition, vci;
@@
  f(...)
  {
  <+...
  loop(condition, vci);
+ MPIMON_HOOK_EPOCH_WAITED(f);
  ...+>
  }

@flushing@
identifier f =~ "^MPIDI_(NM|SHM)_rma_(win|target)_(local_)?cmpl_hook$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_FLUSHING();
  lhs = f(args);

@flushed@
identifier f =~ "^MPIDI_(NM|SHM)_rma_(win|target)_(local_)?cmpl_hook$";
expression list args;
expression lhs;
@@
  lhs = f(args);
+ MPIMON_HOOK_FLUSHED(f);

@fence_enter@
identifier f =~ "^MPIDIG_mpi_win_fence$";
expression list args;
expression lhs;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_FENCE_ENTER();
  lhs = MPIR_Barrier(args);
  ...+>
  }

@fence_exit@
identifier f =~ "^MPIDIG_mpi_win_fence$";
expression list args;
expression lhs;
@@
  f(...)
  {
  <+...
  lhs = MPIR_Barrier(args);
+ MPIMON_HOOK_FENCE_EXIT();
  ...+>
  }

@epoch_arrived@
identifier f =~ "^win_(complete|post)_proc$";
expression counted;
@@
  f(...)
  {
  <+...
  ++counted;
+ MPIMON_HOOK_EPOCH_ARRIVED(info, win);
  ...+>
  }

@send_pending@
identifier f =~ "^MPIDI_UCX_send$";
expression ucp_request, q;
@@
  f(...)
  {
  <+...
  ucp_request->req = q;
+ MPIMON_HOOK_SEND_PENDING(q);
  ...+>
  }

@send_pending_ofi@
identifier f =~ "^MPIDI_OFI_send";
expression q, vci;
@@
  f(...)
  {
  <+...
  MPIDI_OFI_REQUEST_CREATE(q, MPIR_REQUEST_KIND__SEND, vci);
+ MPIMON_HOOK_SEND_PENDING_OFI(q);
  ...+>
  }

@send_pending_am@
identifier f =~ "^(MPIDIG_isend_impl|MPIDI_IPCI_send_(lmt|rndv))$";
identifier more =~ "^MPIR_cc_incr?$";
expression list counter;
expression target;
@@
  f(...)
  {
  <+...
(
  more(counter);
+ MPIMON_HOOK_SEND_PENDING_AM(sreq);
|
  MPIDIG_REQUEST(sreq, u.send.dest) = target;
+ MPIMON_HOOK_SEND_PENDING_AM(sreq);
|
  MPIDIG_REQUEST(sreq, u.ipc.peer_rank) = target;
+ MPIMON_HOOK_SEND_PENDING_AM(sreq);
)
  ...+>
  }

@spin_ready@
identifier spin =~ "^MPIDI_POSIX_RELEASE_GATHER_WAIT_WHILE_LESS_THAN$";
expression flag, value;
@@
+ MPIMON_HOOK_SPIN_READY();
  spin(flag, value);

@spun@
identifier spin =~ "^MPIDI_POSIX_RELEASE_GATHER_WAIT_WHILE_LESS_THAN$";
expression flag, value;
@@
  spin(flag, value);
+ MPIMON_HOOK_SPUN(flag);
