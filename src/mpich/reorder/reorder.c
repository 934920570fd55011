/*
 * What it means that a program lets MPICH reorder ranks: MPIR_CVAR_MONITORING_REORDER, and an info key.
 */
#include "mpidimpl.h"

#include <stdlib.h>

#include "../count/communicators/communicators.h"
#include "../count/equal_settings.h"
#include "../count/nodes.h"
#include "counts.h"
#include "grid_blocks.h"
#include "rank_file.h"
#include "reorder.h"

/* By a file, or by counts, communicators are made by other calls than without. */
static struct mpimon_equal_setting reordering = {
    .name = "reorder", .does = "reorders ranks", .variables = "MPIR_CVAR_MONITORING_REORDER"};

static int is_file(const char *order) {
    return strchr(order, '/') != NULL;
}

static int is_counts(const char *order) {
    return strcmp(order, "counts") == 0;
}

void mpimon_reorder_announce(void) {
    if (is_file(MPIR_CVAR_MONITORING_REORDER))
        mpimon_equal_say(&reordering, "file");
    else if (is_counts(MPIR_CVAR_MONITORING_REORDER))
        mpimon_equal_say(&reordering, "counts");
}

static void warn(const MPIR_Comm *comm, const char *name, const char *order, const char *fault) {
    if (comm->rank == 0)
        fprintf(stderr, "mpich-monitoring: %s=%s: %s; ranks stay in their order\n", name, order, fault);
}

static const char variable[] = "MPIR_CVAR_MONITORING_REORDER", info_key[] = "mpich_monitoring_reorder";

static __thread int is_file_wrong; /* the last one that this process looked at */

/* The file is said to be wrong once by each communicator's first process. */
static int by_file(MPIR_Comm *comm, int size, const char *name, const char *file) {
    char fault[256];
    const int rank = mpimon_rank_in_file(file, comm->rank, size, fault, sizeof fault);
    is_file_wrong = rank < 0;
    if (is_file_wrong)
        warn(comm, name, file, fault);
    return is_file_wrong ? comm->rank : rank;
}

static int by_variable(MPIR_Comm *comm, int size) {
    return by_file(comm, size, variable, MPIR_CVAR_MONITORING_REORDER);
}

/* Where the file is wrong for one process, as it may be on another node, all keep their ranks. Collective. */
static int agree_on_file(MPIR_Comm *comm, const char *name, const char *file, int *rank) {
    int wrong = *rank != MPI_UNDEFINED && is_file_wrong;
    const int wrong_here = wrong;
    const int error = MPIR_Allreduce(MPI_IN_PLACE, &wrong, 1, MPIMON_INT, MPI_MAX, comm, MPIMON_COLL_ATTRIBUTE);
    if (error != MPI_SUCCESS || !wrong)
        return error;
    if (!wrong_here)
        warn(comm, name, file, "other processes find another file there, or none");
    if (*rank != MPI_UNDEFINED)
        *rank = comm->rank;
    return MPI_SUCCESS;
}

int mpimon_grid_reordered(MPIR_Comm *comm, int dimensions, const int *extents, const int *periods, int size) {
    if (is_file(MPIR_CVAR_MONITORING_REORDER))
        return by_variable(comm, size);
    if (strcmp(MPIR_CVAR_MONITORING_REORDER, "topology") != 0)
        return comm->rank;
    int *node_of = malloc((size_t)size * sizeof *node_of), rank = comm->rank;
    if (node_of) {
        mpimon_nodes_of(comm, size, node_of);
        rank = mpimon_grid_rank(&(struct mpimon_grid){dimensions, extents, periods, size}, node_of, rank);
    }
    free(node_of);
    return rank;
}

int mpimon_graph_reordered(MPIR_Comm *comm, int size) {
    return is_file(MPIR_CVAR_MONITORING_REORDER) ? by_variable(comm, size) : comm->rank;
}

static int has_another_order(MPIR_Comm *parent, MPIR_Comm *made) {
    for (int rank = 0; rank < made->local_size; rank++)
        if (mpimon_peer(made, rank) != mpimon_peer(parent, rank))
            return 1;
    return 0;
}

static int split(MPIR_Comm *comm, int rank, MPIR_Comm **made) {
    const int error = MPIR_Comm_split_impl(comm, rank == MPI_UNDEFINED ? MPI_UNDEFINED : 1, rank, made);
    if (error == MPI_SUCCESS && *made && mpimon_on && has_another_order(comm, *made))
        mpimon_counts_reordered(*made);
    return error;
}

/* Counts are asked for here and not where a topology is mapped: that may be a call of one process alone. */
int mpimon_reordered_split(MPIR_Comm *comm, int rank, MPIR_Comm **made) {
    int error = MPI_SUCCESS, counted;
    if (is_counts(MPIR_CVAR_MONITORING_REORDER)) {
        mpimon_equal_require(&reordering);
        error = mpimon_rank_by_counts(comm, comm, rank != MPI_UNDEFINED, &counted);
        rank = rank == MPI_UNDEFINED ? rank : counted;
    } else if (is_file(MPIR_CVAR_MONITORING_REORDER)) {
        mpimon_equal_require(&reordering);
        error = agree_on_file(comm, variable, MPIR_CVAR_MONITORING_REORDER, &rank);
    }
    return error != MPI_SUCCESS ? error : split(comm, rank, made);
}

int mpimon_reordered_copy(MPIR_Comm *comm, int may_reorder, MPIR_Comm **made) {
    if (!may_reorder || !(is_file(MPIR_CVAR_MONITORING_REORDER) || is_counts(MPIR_CVAR_MONITORING_REORDER)))
        return MPII_Comm_copy(comm, comm->local_size, NULL, made);
    mpimon_equal_require(&reordering);
    return mpimon_reordered_split(comm, mpimon_graph_reordered(comm, comm->local_size), made);
}

__thread MPIR_Comm *mpimon_split_type_of;

/* The program splits by hardware, but names none: MPICH then makes no communicator. */
static int is_all(int split_type, MPIR_Info *info, MPIR_Comm *made) {
    char resource[MPI_MAX_INFO_VAL + 1] = "";
    int known = 0;
    MPIR_Info_get_impl(info, "mpi_hw_resource_type", MPI_MAX_INFO_VAL, resource, &known);
    return split_type == MPI_COMM_TYPE_HW_GUIDED && !made && !(known && resource[0]);
}

static int by_agreed_file(MPIR_Comm *comm, const char *file, int *rank) {
    *rank = by_file(comm, comm->local_size, info_key, file);
    return agree_on_file(comm, info_key, file, rank);
}

int mpimon_reordered_by_info(MPIR_Comm *comm, int split_type, MPIR_Info *info, MPIR_Comm **made) {
    char order[MPI_MAX_INFO_VAL + 1];
    int known = 0, rank = 0, error = MPIR_Info_get_impl(info, info_key, MPI_MAX_INFO_VAL, order, &known);
    MPIR_Comm *parent = *made ? *made : comm, *reordered = NULL;
    if (error != MPI_SUCCESS || !known || !(*made || is_all(split_type, info, *made)))
        return error;
    rank = parent->rank;
    if (is_counts(order))
        error = mpimon_rank_by_counts(parent, mpimon_split_type_of, 1, &rank);
    else if (is_file(order))
        error = by_agreed_file(parent, order, &rank);
    else
        warn(parent, info_key, order, "counts, or the name of a file with a slash in it");
    if (error == MPI_SUCCESS)
        error = split(parent, rank, &reordered);
    if (error == MPI_SUCCESS && *made)
        error = MPIR_Comm_free_impl(*made);
    if (error == MPI_SUCCESS)
        *made = reordered;
    return error;
}
