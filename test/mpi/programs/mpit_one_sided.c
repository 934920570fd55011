/*
 * Open MPI's variables of one-sided communication, as its own checking program requires them: what each process puts to
 * and gets from all members, itself among them.
 */
#include <stdint.h>

#include "mpit.h"

enum { BYTES = 13, VARIABLES = 4 };

static void put_and_get(MPI_Win win, int times) {
    char put[BYTES] = "hello, world", got[BYTES];
    for (int i = 0; i < times * size; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, i % size, 0, win);
        MPI_Put(put, BYTES, MPI_BYTE, i % size, 0, BYTES, MPI_BYTE, win);
        MPI_Win_unlock(i % size, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, i % size, 0, win);
        MPI_Get(got, BYTES, MPI_BYTE, i % size, 0, BYTES, MPI_BYTE, win);
        MPI_Win_unlock(i % size, win);
    }
}

int main(int argc, char **argv) {
    static const char *const names[VARIABLES] = {
        "osc_monitoring_messages_sent_count", "osc_monitoring_messages_sent_size", "osc_monitoring_messages_recv_count",
        "osc_monitoring_messages_recv_size"};
    int provided;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handles[VARIABLES];
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Win win;
    char *window;
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < VARIABLES; i++) {
        handles[i] = bind_pvar(session, names[i], MPI_T_PVAR_CLASS_SIZE, &world, size);
        CHECK(MPI_T_pvar_start(session, handles[i]));
    }
    MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    put_and_get(win, 3);
    uint64_t *values = reserve(sizeof *values * size);
    for (int i = 0; i < VARIABLES; i++) {
        CHECK(MPI_T_pvar_read(session, handles[i], values));
        for (int peer = 0; peer < size; peer++)
            REQUIRE(values[peer] == (i % 2 ? 3 * BYTES : 3));
    }
    free(values);
    MPI_Win_free(&win);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
