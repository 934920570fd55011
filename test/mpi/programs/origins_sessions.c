/* Communicators made without one, of the groups of a session: one of all processes, and one between the even and the
 * odd. */
#include "program.h"

static MPI_Group every_other(MPI_Group all, int first) {
    MPI_Group half;
    int range[1][3] = {{first, size - 1, 2}};
    MPI_Group_range_incl(all, 1, range, &half);
    return half;
}

static void exchange(MPI_Comm comm, int partner) {
    int got = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, partner, 0, &got, 1, MPI_INT, partner, 0, comm, MPI_STATUS_IGNORE);
    REQUIRE(got >= 0);
}

int main(void) {
    MPI_Session session;
    MPI_Group all, own, others;
    MPI_Comm comm, bridge;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
    MPI_Group_rank(all, &rank);
    MPI_Group_size(all, &size);
    MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_set_name(comm, "from group");
    exchange(comm, rank ^ 1);
    own = every_other(all, rank % 2);
    others = every_other(all, 1 - rank % 2);
    MPI_Intercomm_create_from_groups(own, 0, others, 0, "bridge", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &bridge);
    MPI_Comm_set_name(bridge, "from groups");
    exchange(bridge, rank / 2);
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&comm);
    MPI_Group_free(&others);
    MPI_Group_free(&own);
    MPI_Group_free(&all);
    MPI_Session_finalize(&session);
    return 0;
}
