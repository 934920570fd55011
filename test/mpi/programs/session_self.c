/* A session, and no communicator but of the process itself: a message of 7 bytes and one of 20. */
#include <mpi.h>
#include <stdio.h>

static const int sizes[] = {7, 20};

static int send_to_self(MPI_Comm comm) {
    for (int i = 0; i < 2; i++) {
        char out[20] = {0}, in[20];
        if (MPI_Sendrecv(out, sizes[i], MPI_BYTE, 0, 0, in, sizes[i], MPI_BYTE, 0, 0, comm, MPI_STATUS_IGNORE)) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "self", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    int failed = send_to_self(comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return failed;
}
