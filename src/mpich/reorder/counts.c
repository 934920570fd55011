#include "mpidimpl.h"

#include <stdlib.h>

#include "../count/communicators/communicators.h"
#include "../count/nodes.h"
#include "counts.h"
#include "own_traffic.h"

/* Pairs of ranks that the first process gets to know of all. Where there are more, each process names its largest. */
enum { MOST_PAIRS = 4 * 1024 * 1024 };

struct survey {
    MPIR_Comm *comm;
    struct mpimon_seats seats; /* of the processes that take part, which are the first ones */
    int *places;               /* node, then package, of each process of `comm` */
    int *process_of;           /* each rank's */
    struct mpimon_traffic *own;
    size_t own_count;
};

/* The package may not be known, or there are several: then it is one for all of a node of which that is so. */
static int own_package(void) {
    const struct mpimon_place *place = mpimon_place_last();
    return place && place->bound && place->package != MPIMON_NONE ? (int)place->package : -1;
}

/* Nodes are known, and packages are told, with whether the process takes part. */
static int survey_places(struct survey *survey, int takes_part) {
    enum { ABSENT = -2 };
    MPIR_Comm *comm = survey->comm;
    int *package = survey->places + comm->local_size, own = takes_part ? own_package() : ABSENT;
    const int error = MPIR_Allgather(&own, 1, MPIMON_INT, package, 1, MPIMON_INT, comm, MPIMON_COLL_ATTRIBUTE);
    int size = 0;
    while (size < comm->local_size && package[size] != ABSENT)
        size++;
    mpimon_nodes_of(comm, size, survey->places);
    survey->seats = (struct mpimon_seats){size, survey->places, package};
    return error;
}

/* What the first process has of the others' traffic, in the order of their ranks. */
struct gathered {
    struct mpimon_traffic *traffic;
    MPI_Aint *bytes, *begin; /* of each process's */
    size_t count;
};

static int make_room(struct gathered *gathered, const int *counts, int processes) {
    gathered->bytes = malloc((size_t)processes * sizeof *gathered->bytes);
    gathered->begin = malloc((size_t)processes * sizeof *gathered->begin);
    for (int i = 0; gathered->bytes && gathered->begin && i < processes; i++) {
        gathered->begin[i] = (MPI_Aint)(gathered->count * sizeof *gathered->traffic);
        gathered->bytes[i] = (MPI_Aint)((size_t)counts[i] * sizeof *gathered->traffic);
        gathered->count += (size_t)counts[i];
    }
    gathered->traffic = malloc((gathered->count + 1) * sizeof *gathered->traffic);
    return gathered->bytes && gathered->begin && gathered->traffic;
}

static int gather_traffic(const struct survey *survey, struct gathered *gathered) {
    MPIR_Comm *comm = survey->comm;
    const int most = MPL_MAX(MOST_PAIRS / MPL_MAX(survey->seats.count, 1), 1);
    int count = (int)MPL_MIN(survey->own_count, (size_t)most), mpi_errno = MPI_SUCCESS;
    int *counts = comm->rank == 0 ? malloc((size_t)comm->local_size * sizeof *counts) : NULL;
    MPIR_ERR_CHKANDJUMP(comm->rank == 0 && !counts, mpi_errno, MPI_ERR_OTHER, "**nomem");
    mpi_errno = MPIR_Gather(&count, 1, MPIMON_INT, counts, 1, MPIMON_INT, 0, comm, MPIMON_COLL_ATTRIBUTE);
    MPIR_ERR_CHECK(mpi_errno);
    MPIR_ERR_CHKANDJUMP(comm->rank == 0 && !make_room(gathered, counts, comm->local_size), mpi_errno, MPI_ERR_OTHER,
                        "**nomem");
    mpi_errno = MPIR_Gatherv(survey->own, count * (MPI_Aint)sizeof *survey->own, MPIMON_BYTE, gathered->traffic,
                             gathered->bytes, gathered->begin, MPIMON_BYTE, 0, comm, MPIMON_COLL_ATTRIBUTE);
fn_exit:
    free(counts);
    return mpi_errno;
fn_fail:
    goto fn_exit;
}

/* The first process finds the order, and the others get it from there. */
static int agree_on_order(struct survey *survey) {
    struct gathered gathered = {NULL, NULL, NULL, 0};
    int error = gather_traffic(survey, &gathered);
    if (error == MPI_SUCCESS && survey->comm->rank == 0)
        mpimon_order_by_traffic(&survey->seats, gathered.traffic, gathered.count, survey->process_of);
    if (error == MPI_SUCCESS)
        error = MPIR_Bcast(survey->process_of, survey->seats.count, MPIMON_INT, 0, survey->comm, MPIMON_COLL_ATTRIBUTE);
    free(gathered.traffic);
    free(gathered.bytes);
    free(gathered.begin);
    return error;
}

/* Whether all that was sent, by all processes, would have had a shorter way in the new order. */
static int is_better(const struct survey *survey, int *better) {
    uint64_t sums[2 * MPIMON_NEARNESSES] = {0}, *before = sums, *after = sums + MPIMON_NEARNESSES;
    const int *process_of = survey->process_of;
    for (size_t i = 0; i < survey->own_count; i++) {
        const struct mpimon_traffic *one = &survey->own[i];
        before[mpimon_nearness(&survey->seats, one->from, one->to)] += one->bytes;
        after[mpimon_nearness(&survey->seats, process_of[one->from], process_of[one->to])] += one->bytes;
    }
    const int error = MPIR_Allreduce(MPI_IN_PLACE, sums, 2 * MPIMON_NEARNESSES, MPIMON_UINT64, MPI_SUM, survey->comm,
                                     MPIMON_COLL_ATTRIBUTE);
    double change = 0;
    for (int nearness = 0; nearness < MPIMON_NEARNESSES; nearness++)
        change += (double)(int64_t)(after[nearness] - before[nearness]) * mpimon_distance(nearness);
    *better = change < 0;
    return error;
}

static int rank_in(const struct survey *survey) {
    int rank = 0;
    while (survey->process_of[rank] != survey->comm->rank)
        rank++;
    return rank;
}

int mpimon_rank_by_counts(MPIR_Comm *comm, MPIR_Comm *program_comm, int takes_part, int *rank) {
    const size_t size = (size_t)comm->local_size;
    struct survey survey = {.comm = comm,
                            .places = malloc(2 * size * sizeof *survey.places),
                            .process_of = malloc(size * sizeof *survey.process_of)};
    int mpi_errno = MPI_SUCCESS, better = 0;
    *rank = comm->rank;
    MPIR_ERR_CHKANDJUMP(!survey.places || !survey.process_of, mpi_errno, MPI_ERR_OTHER, "**nomem");
    mpi_errno = survey_places(&survey, takes_part);
    MPIR_ERR_CHECK(mpi_errno);
    survey.own = mpimon_own_traffic(comm, program_comm, survey.seats.count, &survey.own_count);
    mpi_errno = agree_on_order(&survey);
    MPIR_ERR_CHECK(mpi_errno);
    mpi_errno = is_better(&survey, &better);
    MPIR_ERR_CHECK(mpi_errno);
    if (takes_part && better)
        *rank = rank_in(&survey);
fn_exit:
    free(survey.places);
    free(survey.process_of);
    free(survey.own);
    return mpi_errno;
fn_fail:
    goto fn_exit;
}

void mpimon_counts_reordered(MPIR_Comm *comm) {
    const uint32_t index = mpimon_on ? mpimon_communicator_index(comm) : UINT32_MAX;
    struct mpimon_communicator *item = index == UINT32_MAX ? NULL : mpimon_communicator_at(index);
    if (item)
        item->reordered = 1;
}
