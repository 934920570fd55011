/* What hwloc knows of the node, and where the process is on it. */
int place(struct topology *hwloc_topology, struct set *bindset)
{
    int valid = 0;
#ifdef HAVE_HWLOC
    if (!hwloc_topology_load(hwloc_topology))
        valid =
            !hwloc_get_proc_cpubind(MPIMON_HOOK_TOPOLOGY(hwloc_topology),
                                    getpid(), bindset, HWLOC_CPUBIND_PROCESS);
#endif
    return valid;
}
