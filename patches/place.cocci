// Why: the counters are to say on which processors of the node a process was; MPICH has loaded hwloc's description of the
//   hardware, and to load it once more would take long on large nodes.
// Shape: the call that asks hwloc for the process's binding, by the description that it is given.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@topology@
expression lhs, topology, pid, set, flags;
@@
  lhs = !hwloc_get_proc_cpubind(
- topology
+ MPIMON_HOOK_TOPOLOGY(topology)
  , pid, set, flags)
