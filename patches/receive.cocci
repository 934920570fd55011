// Why: with detail `receives`, messages and bytes are counted by source when they have arrived, to hold the receivers'
//   sums against the senders'.
// Shape: the calls that post a receive get a line after them, which counts a receive that completed at once and gives the
//   others their pending key, the key of the flow; a matched probe gives one to its message; the calls that complete a
//   receive request get a line before them, which counts it if it has a key; where a request takes the status of another
//   one, it takes the message's length, too; a cancelled send to oneself is counted while its datatype is there. A new
//   request gets a line that takes away the key of an earlier one in the same memory.
// May miss: a netmod that completes receives under another variable name than those below. A receive is counted once,
//   whichever completion comes first, since counting takes the key away.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@request_made@
expression q;
@@
  MPID_Request_create_hook(q);
+ MPIMON_HOOK_REQUEST_MADE(q);

@receive_posted@
identifier f =~ "^MPIDI_irecv$";
expression b, c, d, r, t, comm, o, av, q;
expression lhs;
@@
  lhs = f(b, c, d, r, t, comm, o, av, q);
+ MPIMON_HOOK_RECEIVE_POSTED(c, d, comm, o, q);

@receive_self@
identifier f =~ "^MPIDI_Self_irecv$";
expression b, c, d, r, t, comm, o, q;
expression lhs;
@@
  lhs = f(b, c, d, r, t, comm, o, q);
+ MPIMON_HOOK_RECEIVE_POSTED_SELF(c, d, comm, o, q);

@receive_probed@
identifier f =~ "^MPIDI_improbe$";
expression s, t, comm, o, av, flag, message, st;
expression lhs;
@@
  lhs = f(s, t, comm, o, av, flag, message, st);
+ MPIMON_HOOK_RECEIVE_PROBED(comm, flag, message);

@receive_probed_self@
identifier f =~ "^MPIDI_Self_improbe$";
expression s, t, comm, o, flag, message, st;
expression lhs;
@@
  lhs = f(s, t, comm, o, flag, message, st);
+ MPIMON_HOOK_RECEIVE_PROBED_SELF(comm, flag, message);

@receive_matched@
identifier f =~ "^MPIDI_imrecv$";
expression b, c, d, m;
expression lhs;
@@
  lhs = f(b, c, d, m);
+ MPIMON_HOOK_RECEIVE_MATCHED(m);

@receive_done@
identifier f =~ "^(MPID_Request_complete|MPIDIU_request_complete)$";
identifier q =~ "^(rreq|match_req|sigreq|anysrc_partner|cur)$";
identifier fast =~ "^MPIDI_Request_complete_fast$";
identifier done =~ "^(rreq|am_req|req)$";
@@
(
+ MPIMON_HOOK_RECEIVE_DONE(q);
  f(q);
|
+ MPIMON_HOOK_RECEIVE_DONE(done);
  fast(done);
)

@status_taken@
expression a;
identifier from =~ "^(rreq|nm_rreq|unexp_req)$";
@@
  a->status = from->status;
+ MPIMON_HOOK_STATUS_TAKEN(a, from);

@cancelled_self@
identifier f =~ "^MPIDI_Self_cancel$";
identifier q;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_CANCELLED_SELF(q);
  MPIR_Datatype_release_if_not_builtin(q->dev.ch4.self.datatype);
  ...+>
  }

@receive_done_self@
identifier q =~ "^(rreq|request)$";
@@
(
+ MPIMON_HOOK_RECEIVE_DONE_SELF(q);
  MPIR_cc_set(&q->cc, 0);
|
+ MPIMON_HOOK_RECEIVE_DONE_SELF(q);
  MPIR_Request_complete(q);
)
