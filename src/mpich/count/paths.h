#ifndef MPIMON_PATHS_H
#define MPIMON_PATHS_H

/* The path that a message takes from this rank, as its receiver sees it. */
static inline enum mpimon_path mpimon_path_from(MPIR_Comm *comm, int rank) {
    if (MPIMON_IS_SELF_COMM(comm))
        return MPIMON_PATH_SELF;
    return MPIMON_IS_LOCAL(MPIDI_rank_is_local(rank, comm)) ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
}

#endif
