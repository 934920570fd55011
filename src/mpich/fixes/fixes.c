/*
 * What the fixes of MPICH need besides macros.
 */
#include "mpidimpl.h"

#include "../../engine/storage/run_with_progress.h"
#include "node_words.h"

struct state_value {
    void *state;
    size_t size;
    char value[sizeof(MPI_Aint)];
};

static int restore(MPIR_Comm *comm, int tag, void *state) {
    const struct state_value *saved = state;
    (void)comm;
    (void)tag;
    memcpy(saved->state, saved->value, saved->size);
    return MPI_SUCCESS;
}

int mpimon_fix_schedule_state(MPIR_Sched_t schedule, void *state, size_t size) {
    struct state_value *saved = MPIR_Sched_alloc_state(schedule, sizeof *saved);
    MPIR_Assert(size <= sizeof saved->value);
    if (!saved)
        return MPI_ERR_OTHER;
    saved->state = state;
    saved->size = size;
    memcpy(saved->value, state, size);
    return MPIR_Sched_cb(restore, saved, schedule);
}

int mpimon_fix_copy_within(void *buffer, MPI_Aint offset, MPI_Aint count, MPI_Datatype datatype, void *through) {
    int mpi_errno = MPIR_Localcopy((char *)buffer + offset, count, datatype, through, count, datatype);
    return mpi_errno ? mpi_errno : MPIR_Localcopy(through, count, datatype, buffer, count, datatype);
}

int mpimon_fix_schedule_copy_within(void *buffer, MPI_Aint offset, MPI_Aint count, MPI_Datatype datatype, void *through,
                                    MPIR_Sched_t schedule) {
    int mpi_errno = MPIR_Sched_copy((char *)buffer + offset, count, datatype, through, count, datatype, schedule);
    if (!mpi_errno)
        mpi_errno = MPIR_Sched_barrier(schedule);
    return mpi_errno ? mpi_errno : MPIR_Sched_copy(through, count, datatype, buffer, count, datatype, schedule);
}

static void make_network_progress(void) {
    for (int vci = 0; vci < MPIDI_global.n_vcis; vci++) {
        MPIDI_NM_progress(vci, 0);
    }
}

int mpimon_fix_barrier(int (*barrier)(void)) {
    if (mpimon_node_words_exist()) {
        mpimon_node_words_meet(make_network_progress);
        return MPI_SUCCESS;
    }
    return mpimon_run_with_progress(barrier, make_network_progress);
}
