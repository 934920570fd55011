// Why: a receive that is too short for its message counts what was sent, so that the receivers' sums are the senders';
//   the status has less, or nothing at all.
// Shape: a status gets the error, and a line before it records how long the message is: by active messages, matched late
//   or not, by UCX, by libfabric, and wherever two sizes are compared.
// May miss: messages of a process to itself over MPI_COMM_SELF are copied by a macro, see rules.yaml.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@truncated@
identifier q;
identifier req =~ "^req$";
expression got, sent, code, level, name, line, source, tag;
expression short_text, text;
symbol status, info, e, length, olen;
@@
(
+ MPIMON_HOOK_TRUNCATED(q, sent);
  q->status.MPI_ERROR = MPIDIG_ERR_TRUNCATE(got, sent);
|
+ MPIMON_HOOK_TRUNCATED(q, sent);
  q->status.MPI_ERROR = MPIR_Err_create_code(code, level, name, line, MPI_ERR_TRUNCATE, short_text, text,
                                             source, tag, got, sent);
|
  if (unlikely(status == UCS_ERR_MESSAGE_TRUNCATED)) {
+   MPIMON_HOOK_TRUNCATED(q, info->length);
    q->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    ...
  } else {
    ...
  }
|
  if (sent > got)
+ {
+   MPIMON_HOOK_TRUNCATED(q, sent);
    q->status.MPI_ERROR = MPI_ERR_TRUNCATE;
+ }
|
  if (sent > got) {
+   MPIMON_HOOK_TRUNCATED(q, sent);
    q->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    ...
  }
|
  if (got < sent) {
+   MPIMON_HOOK_TRUNCATED(q, sent);
    q->status.MPI_ERROR = MPI_ERR_TRUNCATE;
    ...
  }
|
+ MPIMON_HOOK_TRUNCATED(req, MPIMON_OVERFLOW(e.olen));
  req->status.MPI_ERROR = MPI_ERR_TRUNCATE;
)
