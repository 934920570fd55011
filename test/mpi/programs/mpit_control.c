/*
 * Monitoring switched while the program runs, by control variables: off at the start; names that are written count for
 * the output, the last one being `mpit_control NAME`; values that make no sense change nothing. A receive that is
 * posted while it is on, and done while it is off, is posted no more.
 */
#include "mpit.h"

static void exchange(int bytes) {
    char data[100] = {0};
    MPI_Sendrecv(data, bytes, MPI_BYTE, after(rank, 1, size), 0, data, bytes, MPI_BYTE, after(rank, -1, size), 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void write_text(const char *name, const char *text) {
    int count;
    char back[4096];
    MPI_T_cvar_handle handle = bind_cvar(name, &count);
    REQUIRE(count <= (int)sizeof back);
    CHECK(MPI_T_cvar_write(handle, text));
    CHECK(MPI_T_cvar_read(handle, back));
    REQUIRE(strcmp(back, text) == 0);
    CHECK(MPI_T_cvar_handle_free(&handle));
}

static count_t posted_now(MPI_T_pvar_session session) {
    MPI_T_pvar_handle handle = bind_pvar(session, "monitoring_posted_receives", MPI_T_PVAR_CLASS_LEVEL, NULL, 1);
    count_t posted = read_one(session, handle);
    CHECK(MPI_T_pvar_handle_free(session, &handle));
    return posted;
}

static int state_now(MPI_T_pvar_session session) {
    int value = -1;
    MPI_T_pvar_handle handle = bind_pvar(session, "monitoring_state", MPI_T_PVAR_CLASS_STATE, NULL, 1);
    CHECK(MPI_T_pvar_read(session, handle, &value));
    REQUIRE(MPI_T_pvar_start(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    REQUIRE(MPI_T_pvar_write(session, handle, &value) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_handle_free(session, &handle));
    return value;
}

int main(int argc, char **argv) {
    int provided, wrong = 3, count;
    MPI_T_pvar_session session;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    start(&argc, &argv);
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle messages =
        bind_pvar(session, "monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    CHECK(MPI_T_pvar_start(session, messages));
    exchange(1);
    REQUIRE(state_now(session) == 0 && read_one(session, messages) == 0);
    write_text("MPIR_CVAR_MONITORING_DETAIL", "peers,receives");
    write_text("MPIR_CVAR_MONITORING_FILENAME", "written.mon");
    write_int_cvar("pml_monitoring_enable", 2);
    exchange(10);
    exchange(10);
    REQUIRE(state_now(session) == 1 && read_one(session, messages) == 2);
    MPI_T_cvar_handle enable = bind_cvar("MPIR_CVAR_MONITORING_ENABLE", &count);
    CHECK(MPI_T_cvar_write(enable, &wrong)); /* no such value: nothing changes */
    write_text("MPIR_CVAR_MONITORING_DETAIL", "nonsense");
    REQUIRE(state_now(session) == 1);
    CHECK(MPI_T_cvar_read(enable, &wrong));
    REQUIRE(wrong == 3);
    write_text("MPIR_CVAR_MONITORING_DETAIL", "peers,receives");
    int in;
    MPI_Request receive;
    MPI_Irecv(&in, 1, MPI_INT, after(rank, -1, size), 1, MPI_COMM_WORLD, &receive);
    REQUIRE(posted_now(session) == 1);
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 0);
    MPI_Barrier(MPI_COMM_WORLD); /* all receives are posted */
    MPI_Send(&rank, 1, MPI_INT, after(rank, 1, size), 1, MPI_COMM_WORLD);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    REQUIRE(posted_now(session) == 0);
    exchange(20);
    REQUIRE(state_now(session) == 0 && read_one(session, messages) == 2);
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    exchange(30);
    REQUIRE(read_one(session, messages) == 3);
    if (rank == 0) {
        write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 0); /* not on all: harmless */
    }
    if (argc == 2) {
        write_text("MPIR_CVAR_MONITORING_FILENAME", argv[1]);
    }
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
