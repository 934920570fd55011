// Why: a partitioned transfer is one message of the whole buffer, counted when it is started.
// Shape: the calls that hand a started request to the netmod or to the shared-memory module.
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
