/*
 * A known number of calls for tools to see: every process sends to the next one, by several functions, and reads
 * through MPI_T what was counted of it. What may be called after MPI_Finalize is called then.
 */
#include "mpit.h"

enum { SENDS = 3, ISENDS = 5, ALLREDUCES = 4, PUTS = 6 };

static int next, previous;

static void send_all(void) {
    char out[100] = {0}, in[100];
    MPI_Request requests[2];
    for (int i = 0; i < SENDS + ISENDS; i++) {
        MPI_Irecv(in, sizeof in, MPI_BYTE, previous, 0, MPI_COMM_WORLD, &requests[0]);
        if (i < SENDS) {
            MPI_Send(out, 8, MPI_BYTE, next, 0, MPI_COMM_WORLD);
            requests[1] = MPI_REQUEST_NULL;
        } else {
            MPI_Isend(out, 100, MPI_BYTE, next, 0, MPI_COMM_WORLD, &requests[1]);
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void put_all(void) {
    int *memory, value = 1;
    MPI_Win win;
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < PUTS; i++) {
        MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    int provided, sum;
    MPI_T_pvar_session session;
    start(&argc, &argv);
    next = after(rank, 1, size);
    previous = after(rank, -1, size);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle sent = bind_pvar(session, "monitoring_p2p_sent_bytes_total", MPI_T_PVAR_CLASS_AGGREGATE, NULL, 1);
    MPI_T_pvar_handle put = bind_pvar(session, "monitoring_rma_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    send_all();
    for (int i = 0; i < ALLREDUCES; i++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    put_all();
    REQUIRE(read_one(session, sent) == SENDS * 8 + ISENDS * 100);
    REQUIRE(read_one(session, put) == PUTS);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    int status = finish(), finalized = 0;
    MPI_Finalized(&finalized);
    int begun = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS && MPI_T_finalize() == MPI_SUCCESS;
    return status || !finalized || !begun;
}
