/*
 * What overlap has made asynchronous, read through MPI_T: a message from rank 1 to rank 0, and one that is too small.
 */
#include "mpit.h"

enum { BYTES = 65536, VARIABLES = 4 };

static const char *const names[VARIABLES] = {"monitoring_overlap_receives", "monitoring_overlap_sends",
                                             "monitoring_overlap_copied_bytes", "monitoring_overlap_synchronous_small"};

static void pass(void *buffer, int bytes) {
    if (rank == 1)
        MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int provided;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handles[VARIABLES];
    start(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    for (int i = 0; i < VARIABLES; i++)
        handles[i] = bind_pvar(session, names[i], MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    unsigned char *buffer = reserve(BYTES);
    pass(buffer, BYTES);
    pass(buffer, 10);
    const count_t expected[VARIABLES] = {rank == 0, rank == 1, rank == 1 ? BYTES : 0, 1};
    for (int i = 0; i < VARIABLES; i++) {
        REQUIRE(read_one(session, handles[i]) == expected[i]);
        MPI_T_pvar_handle_free(session, &handles[i]);
    }
    free(buffer);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return finish();
}
