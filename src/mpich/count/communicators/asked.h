/*
 * What collective calls ask for, peer by peer, where the call's own bytes do not tell it: each process has a count of
 * its own. It is kept while somebody wants it; profile/write/asked.h joins it with what the calls themselves tell.
 */
#ifndef MPIMON_ASKED_H
#define MPIMON_ASKED_H

#include "../../../profile/format/operations.h"

/* The number of handles of variables that want it. */
extern MPIMON_HIDDEN int mpimon_asked_handles;

static inline int mpimon_asked_is_kept(void) {
    return __atomic_load_n(&mpimon_asked_handles, __ATOMIC_RELAXED) > 0 ||
           MPIR_CVAR_MONITORING_OUTPUT == MPIR_CVAR_MONITORING_OUTPUT_prof ||
           MPIR_CVAR_MONITORING_OUTPUT == MPIR_CVAR_MONITORING_OUTPUT_stdout ||
           MPIR_CVAR_MONITORING_OUTPUT == MPIR_CVAR_MONITORING_OUTPUT_stderr;
}

/* There is one more handle, or one less (change: 1 or -1). */
MPIMON_HIDDEN void mpimon_asked_want(int change);

/* How much of what goes to, or comes from, each process: `count` of `datatype`, or where these are not NULL each its
 * `counts` and `datatypes`. If `known` is not 0, only that many processes have a count, and the others none. */
struct mpimon_volumes {
    int known;
    MPI_Aint count;
    const MPI_Aint *counts;
    MPI_Datatype datatype;
    const MPI_Datatype *datatypes;
};

/* The volumes of one call. */
struct mpimon_asked_list {
    enum mpimon_operation_number number;
    uint32_t communicator, operation;
    uint32_t length;
    struct mpimon_asked_peer {
        uint32_t peer;
        uint64_t bytes;
    } peers[]; /* the process itself comes first, with what is its own of the bytes that are counted of the call */
};

/*
 * The list of all processes of the communicator (of the remote group, if there is one), or of the neighbours in its
 * topology that are sent to. `own_bytes`: the process's own part where the volumes do not say it, else UINT64_MAX. NULL
 * without memory.
 */
MPIMON_HIDDEN struct mpimon_asked_list *mpimon_asked_of_all(MPIR_Comm *comm, struct mpimon_volumes volumes,
                                                            uint64_t own_bytes);
MPIMON_HIDDEN struct mpimon_asked_list *mpimon_asked_of_neighbors(MPIR_Comm *comm, struct mpimon_volumes volumes);

/* Count one call; the list may be NULL. */
MPIMON_HIDDEN void mpimon_asked_count(const struct mpimon_asked_list *list);

#endif
