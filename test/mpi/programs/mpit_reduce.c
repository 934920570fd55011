/*
 * A program's way to balance itself by Open MPI's variables: every process reads how much it sent to whom, and a
 * reduction gives all the sums.
 */
#include <stdint.h>

#include "mpit.h"

int main(int argc, char **argv) {
    int provided, count = -1;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle counts, sizes;
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    CHECK(MPI_T_pvar_handle_alloc(session, pvar_index("pml_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE),
                                  (void *)(intptr_t)MPI_COMM_WORLD, &counts, &count));
    REQUIRE(count == size);
    MPI_Comm world = MPI_COMM_WORLD;
    sizes = bind_pvar(session, "pml_monitoring_messages_size", MPI_T_PVAR_CLASS_SIZE, &world, size);
    uint64_t *sent = reserve(sizeof *sent * size), *bytes = reserve(sizeof *bytes * size);
    char data[64] = {0};
    MPI_Sendrecv(data, 5, MPI_BYTE, after(rank, 1, size), 0, data, 5, MPI_BYTE, after(rank, -1, size), 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* before the start: not counted */
    CHECK(MPI_T_pvar_start(session, counts));
    CHECK(MPI_T_pvar_start(session, sizes));
    for (int i = 0; i <= rank; i++) {
        MPI_Sendrecv(data, 7, MPI_BYTE, rank, 0, data, 7, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 3; i++) {
        MPI_Sendrecv(data, 11, MPI_BYTE, after(rank, 1, size), 0, data, 11, MPI_BYTE, after(rank, -1, size), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* the library's own, kept apart with MPIR_CVAR_MONITORING_ENABLE=2 */
    CHECK(MPI_T_pvar_stop(session, counts));
    CHECK(MPI_T_pvar_read(session, counts, sent));
    CHECK(MPI_T_pvar_read(session, sizes, bytes));
    for (int r = 0; r < size; r++) {
        REQUIRE(sent[r] == (r == after(rank, 1, size) ? 3 : 0)); /* nothing to oneself, as in Open MPI */
        REQUIRE(bytes[r] == (r == after(rank, 1, size) ? 33 : 0));
    }
    MPI_Allreduce(MPI_IN_PLACE, sent, size, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) {
        REQUIRE(sent[r] == 3);
    }
    CHECK(MPI_T_pvar_handle_free(session, &counts));
    CHECK(MPI_T_pvar_handle_free(session, &sizes));
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    free(sent);
    free(bytes);
    return finish();
}
