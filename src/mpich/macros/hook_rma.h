/*
 * One-sided operations, counted at the origin. What it writes to the target is sent, what it reads from there received;
 * the atomics that return a value do both.
 */
#ifndef MPIMON_HOOK_RMA_H
#define MPIMON_HOOK_RMA_H

MPIMON_HIDDEN void mpimon_count_put(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, int target,
                                    MPIR_Win *win);
MPIMON_HIDDEN void mpimon_count_get(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype, int target,
                                    MPIR_Win *win);

/* Counts an operation that returns a value; with MPI_NO_OP it hands no data to the target. */
MPIMON_HIDDEN void mpimon_count_fetch(enum mpimon_path path, MPI_Aint count, MPI_Datatype datatype,
                                      MPI_Aint result_count, MPI_Datatype result_datatype, int target, MPI_Op op,
                                      MPIR_Win *win);

#define MPIMON_HOOK_RMA(path, function, ...) MPIMON_IF(mpimon_on, MPIMON_RMA_##function(path, __VA_ARGS__, 0))
#define MPIMON_HOOK_RMA_NET(function, ...) MPIMON_HOOK_RMA(MPIMON_PATH_NET, function, __VA_ARGS__)
#define MPIMON_HOOK_RMA_SHM(function, ...) MPIMON_HOOK_RMA(MPIMON_PATH_SHM, function, __VA_ARGS__)

/* The device functions' arguments, by family. */
#define MPIMON_PUT(path, o, ocount, otype, target, disp, tcount, ttype, win, ...) \
    mpimon_count_put(path, ocount, otype, target, win)
#define MPIMON_GET(path, o, ocount, otype, target, disp, tcount, ttype, win, ...) \
    mpimon_count_get(path, ocount, otype, target, win)
#define MPIMON_ACCUMULATE(path, o, ocount, otype, target, disp, tcount, ttype, op, win, ...) \
    mpimon_count_put(path, ocount, otype, target, win)
#define MPIMON_GET_ACCUMULATE(path, o, ocount, otype, r, rcount, rtype, target, disp, tcount, ttype, op, win, ...) \
    mpimon_count_fetch(path, ocount, otype, rcount, rtype, target, op, win)
#define MPIMON_FETCH_AND_OP(path, o, r, type, target, disp, op, win, ...) \
    mpimon_count_fetch(path, 1, type, 1, type, target, op, win)
#define MPIMON_COMPARE_AND_SWAP(path, o, compare, r, type, target, disp, win, ...) \
    mpimon_count_fetch(path, 1, type, 1, type, target, MPI_REPLACE, win)

#define MPIMON_RMA_MPIDI_NM_mpi_put(...) MPIMON_PUT(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_put(...) MPIMON_PUT(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_rput(...) MPIMON_PUT(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_rput(...) MPIMON_PUT(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_get(...) MPIMON_GET(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_get(...) MPIMON_GET(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_rget(...) MPIMON_GET(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_rget(...) MPIMON_GET(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_accumulate(...) MPIMON_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_accumulate(...) MPIMON_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_raccumulate(...) MPIMON_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_raccumulate(...) MPIMON_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_get_accumulate(...) MPIMON_GET_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_get_accumulate(...) MPIMON_GET_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_rget_accumulate(...) MPIMON_GET_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_rget_accumulate(...) MPIMON_GET_ACCUMULATE(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_fetch_and_op(...) MPIMON_FETCH_AND_OP(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_fetch_and_op(...) MPIMON_FETCH_AND_OP(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_NM_mpi_compare_and_swap(...) MPIMON_COMPARE_AND_SWAP(__VA_ARGS__)
#define MPIMON_RMA_MPIDI_SHM_mpi_compare_and_swap(...) MPIMON_COMPARE_AND_SWAP(__VA_ARGS__)

#endif
