int coll(int comm) {
    MPIMON_HOOK_ALGORITHM(Bcast_tree, comm);
    MPIMON_HOOK_ALGORITHM(Barrier_tree, comm);
    MPIMON_HOOK_ALGORITHM(Bcast_tree, comm);
    MPIMON_HOOK_ALGORITHM_COMPOSITION(Reduce_that_has_a_name_so_long_that_the_other_argument_is_moved_to_another_line,
                                      comm);
    MPIMON_HOOK_COLL_EXIT(Other, comm);
    return 0;
}
