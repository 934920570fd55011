/*
 * A tool's way to write what happens phase by phase with Open MPI's variables: a token goes round until it is used up,
 * then `mpit_phases FOLDER` leaves FOLDER/phase_1.RANK.prof; a second phase of one message to the process after the
 * next leaves FOLDER/phase_2.RANK.prof; a third one, after the name was cleared, leaves nothing. The handle of the
 * communicator is passed as Open MPI's programs do, where it is a pointer, and as the standard says. Another thread has
 * sent a message before, to a third process, and the second phase sends to one that is new to the main thread.
 */
#include <pthread.h>
#include <stdint.h>

#include "mpit.h"

static const void *nothing = NULL;
static MPI_T_pvar_session session;
static MPI_T_pvar_handle flush;

static void token(void) {
    int n = -1, to = after(rank, 1, size), from = after(rank, -1, size), tag = 201;
    MPI_Request request;
    if (rank == 0) {
        n = 25;
        MPI_Isend(&n, 1, MPI_INT, to, tag, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    do {
        MPI_Recv(&n, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        n -= rank == 0;
        tag += rank == 0;
        MPI_Isend(&n, 1, MPI_INT, to, tag, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        n -= rank != 0;
        tag += rank != 0;
    } while (n >= 0);
    if (rank == 1) {
        MPI_Recv(&n, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void phase(const char *name) {
    int value = 0;
    CHECK(MPI_T_pvar_start(session, flush));
    if (name && strstr(name, "phase_1")) {
        token();
    } else {
        MPI_Sendrecv(&value, 1, MPI_INT, after(rank, 2, size), 0, &value, 1, MPI_INT, after(rank, -2, size), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    CHECK(MPI_T_pvar_write(session, flush, name ? (const void *)name : (const void *)&nothing));
    CHECK(MPI_T_pvar_stop(session, flush));
}

static void *send_aside(void *nothing) {
    char out[7] = {0}, in[7];
    MPI_Sendrecv(out, 7, MPI_BYTE, after(rank, 3, size), 1, in, 7, MPI_BYTE, after(rank, -3, size), 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return nothing;
}

int main(int argc, char **argv) {
    int provided, count = -1, index, on;
    char name[4096];
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD); /* the main thread counts first */
    REQUIRE(pthread_create(&thread, NULL, send_aside, NULL) == 0 && pthread_join(thread, NULL) == 0);
    REQUIRE(argc == 2);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_cvar_handle enable = bind_cvar("pml_monitoring_enable", &count);
    CHECK(MPI_T_cvar_read(enable, &on));
    REQUIRE(count == 1 && on == 2);
    index = pvar_index("pml_monitoring_flush", MPI_T_PVAR_CLASS_GENERIC);
    CHECK(MPI_T_pvar_session_create(&session));
    CHECK(MPI_T_pvar_handle_alloc(session, index, (void *)(intptr_t)MPI_COMM_WORLD, &flush, &count));
    REQUIRE(count == 0);
    snprintf(name, sizeof name, "%s/phase_1", argv[1]);
    phase(name);
    snprintf(name, sizeof name, "%s/phase_2", argv[1]);
    phase(name);
    MPI_T_pvar_handle second;
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK(MPI_T_pvar_handle_alloc(session, index, &world, &second, &count));
    REQUIRE(count == (int)strlen(name));
    char seen[sizeof name + 1];
    memset(seen, '#', sizeof seen);
    CHECK(MPI_T_pvar_read(session, second, seen));
    REQUIRE(memcmp(seen, name, (size_t)count) == 0 && seen[count] == '#');
    phase(NULL);
    CHECK(MPI_T_pvar_handle_free(session, &second));
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
