/* Messages of a program that begins MPI by a session: overlap_sessions, two processes. */
#include <mpi.h>

enum { COUNT = 10000 };

static int sent[COUNT], received[COUNT];

int main(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "overlap", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < COUNT; i++)
        sent[i] = 2 * i + rank;
    MPI_Sendrecv(sent, COUNT, MPI_INT, 1 - rank, 1, received, COUNT, MPI_INT, 1 - rank, 1, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < COUNT; i++)
        if (received[i] != 2 * i + 1 - rank)
            MPI_Abort(comm, 4);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
