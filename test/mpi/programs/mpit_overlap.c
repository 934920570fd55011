/*
 * What overlap has made asynchronous, read through MPI_T: a message from rank 1 to rank 0, and one that is too small.
 */
#include "mpit.h"

enum { BYTES = 65536 };

static MPI_T_pvar_session session;

static count_t value_of(const char *name) {
    count_t value;
    MPI_T_pvar_handle handle = bind_pvar(session, name, MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    MPI_T_pvar_read(session, handle, &value);
    MPI_T_pvar_handle_free(session, &handle);
    return value;
}

static void pass(void *buffer, int bytes) {
    if (rank == 1)
        MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int provided;
    start(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    unsigned char *buffer = reserve(BYTES);
    pass(buffer, BYTES);
    pass(buffer, 10);
    REQUIRE(value_of("monitoring_overlap_receives") == (rank == 0));
    REQUIRE(value_of("monitoring_overlap_sends") == (rank == 1));
    REQUIRE(value_of("monitoring_overlap_copied_bytes") == (rank == 1 ? BYTES : 0));
    REQUIRE(value_of("monitoring_overlap_synchronous_small") == 1);
    free(buffer);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return finish();
}
