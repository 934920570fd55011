/* Both sides of the choice, with and without braces; what only synchronises stays as it is. */
int put(int near)
{
    int err = 0;
    if (near)
        err = MPIDI_SHM_mpi_put(origin, count, type, rank, disp, target_count, target_type, win);
    else
        err = MPIDI_NM_mpi_put(origin, count, type, rank, disp, target_count, target_type, win, av);
    if (near) {
        err = MPIDI_SHM_mpi_rget_accumulate(origin, count, type, result, rank, disp, op, win, request);
    }
    err = MPIDI_NM_mpi_fetch_and_op(origin, result, type, rank, disp, op, win, av);
    err = MPIDI_NM_mpi_compare_and_swap(origin, compare, result, type, rank, disp, win, av);
    err = MPIDI_NM_mpi_win_flush(rank, win, av);
    err = MPIDI_SHM_mpi_win_fence(flags, win);
    return err;
}
