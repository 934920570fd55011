// Why: a partitioned transfer is one message of the whole buffer, sent when it is started; with detail `receives`, its
//   receiver counts what was sent when all of it is there, since its own buffer may be larger.
// Shape: the calls that hand a started request to the netmod or to the shared-memory module; and the function that
//   completes the request that received the data, before it does.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@part_net@
identifier f =~ "^MPIDI_NM_part_start$";
expression q, lhs;
@@
+ MPIMON_HOOK_PART_NET(q);
  lhs = f(q);

@part_shm@
identifier f =~ "^MPIDI_SHM_part_start$";
expression q, lhs;
@@
+ MPIMON_HOOK_PART_SHM(q);
  lhs = f(q);

@part_received@
identifier f =~ "^part_send_data_target_cmpl_cb$";
identifier q;
@@
  f(...)
  {
  ...
+ MPIMON_HOOK_PART_RECEIVED(q);
  MPID_Request_complete(q);
  ...
  }
