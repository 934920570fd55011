// Why: every message that a send call or a collective's algorithm hands to the netmod, to the shared-memory module, to
//   the direct copy between processes, or to the process itself, is counted where the path is decided.
// Shape: `lhs = f(args);` with f from the families below. The leading arguments are the same from 4.0 to 5.0: buffer,
//   count, datatype, rank, tag, communicator, context offset (5.0: attributes).
//   Where all messages go to the netmod, the hook comes after the call: a message is on its way while it is counted, and
//   one that could not be sent is not counted. What the hook needs outlives the call, so off costs no more than before it.
//   Elsewhere the call is inline code that would have to keep all of it: there the hook comes first.
// May miss: a send that a netmod starts by itself without these functions (active messages: see control.cocci), and
//   calls inside macros.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@send_direct@
identifier function =~ "^MPIDI_(isend|isend_coll|issend)$";
identifier error;
@@
  function(...)
  {
  <+...
  MPIR_ERR_CHECK(error);
+ MPIMON_HOOK_SEND_DIRECT(buf, count, datatype, rank, tag, comm, MPIMON_CONTEXT);
  ...+>
  }

@send_net@
identifier f =~ "^MPIDI_NM_(mpi_isend|isend_coll|mpi_issend)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_SEND_NET(args);
  lhs = f(args);

@send_shm@
identifier f =~ "^(MPIDI_POSIX_(mpi_isend|isend_coll|mpi_issend)|MPIDI_IPCI_send_rndv)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_SEND_SHM(args);
  lhs = f(args);

@send_ipc@
identifier f =~ "^MPIDI_IPCI_send_(lmt|contig_lmt)$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_SEND_IPC(buf, count, datatype, rank, tag, comm, MPIMON_CONTEXT);
  lhs = f(args);

@send_self@
identifier f =~ "^MPIDI_Self_isend$";
expression list args;
expression lhs;
@@
+ MPIMON_HOOK_SEND_SELF(args);
  lhs = f(args);
