/*
 * Gauges of queues, requests and buffers. Rank 0 sends to rank 1 when rank 1 says so through a file, so that nothing of
 * MPI happens meanwhile.
 *
 *   gauges [CELLS]
 *
 * CELLS: messages go through MPICH's own shared memory, whose queues it knows, and so many cells are each process's.
 */
#include <unistd.h>

#include "mpit.h"

enum { MESSAGES = 6, BYTES = 100, TAG = 70 };

static MPI_T_pvar_session session;
static char buffer[MESSAGES][BYTES];
static count_t cells_of_process;

static count_t gauge(const char *name) {
    MPI_T_pvar_handle handle = bind_pvar(session, name, MPI_T_PVAR_CLASS_LEVEL, NULL, 1);
    count_t value = read_one(session, handle);
    CHECK(MPI_T_pvar_handle_free(session, &handle));
    return value;
}

static count_t size_of(const char *name) {
    MPI_T_pvar_handle handle = bind_pvar(session, name, MPI_T_PVAR_CLASS_SIZE, NULL, 1);
    count_t value = read_one(session, handle);
    CHECK(MPI_T_pvar_handle_free(session, &handle));
    return value;
}

static void say(const char *word) {
    FILE *file = fopen(word, "w");
    REQUIRE(file);
    fclose(file);
}

static void wait_for(const char *word) {
    while (access(word, F_OK)) {
        usleep(1000);
    }
}

static void send_messages(void) {
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Send(buffer[i], BYTES, MPI_CHAR, 1, TAG + i, MPI_COMM_WORLD);
    }
}

static void receive_message(int i) {
    MPI_Recv(buffer[i], BYTES, MPI_CHAR, 0, TAG + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static MPI_T_pvar_handle start_watch(const char *name, int varclass) {
    MPI_T_pvar_handle handle = bind_pvar(session, name, varclass, NULL, 1);
    CHECK(MPI_T_pvar_start(session, handle));
    return handle;
}

/* Messages that arrive while nobody receives them: 6, then 4 after two receives, then none. */
static void unexpected(void) {
    if (rank == 0) {
        wait_for("send");
        send_messages();
        return;
    }
    int found;
    count_t buffers = gauge("monitoring_packet_buffers");
    REQUIRE(gauge("monitoring_unexpected_messages") == 0);
    MPI_T_pvar_handle high = start_watch("monitoring_unexpected_bytes_high", MPI_T_PVAR_CLASS_HIGHWATERMARK);
    say("send");
    while (gauge("monitoring_unexpected_messages") < MESSAGES) {
        MPI_Iprobe(0, TAG - 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    REQUIRE(gauge("monitoring_unexpected_bytes") == MESSAGES * BYTES);
    REQUIRE(gauge("monitoring_packet_buffers") == buffers + 2 * MESSAGES); /* for a request's fields, and its data */
    MPI_T_pvar_handle low = start_watch("monitoring_unexpected_messages_low", MPI_T_PVAR_CLASS_LOWWATERMARK);
    receive_message(3);
    receive_message(0);
    REQUIRE(gauge("monitoring_unexpected_messages") == MESSAGES - 2);
    REQUIRE(gauge("monitoring_unexpected_bytes") == (MESSAGES - 2) * BYTES);
    REQUIRE(read_one(session, low) == MESSAGES - 2);
    for (int i = 0; i < MESSAGES; i++) {
        if (i != 3 && i != 0) {
            receive_message(i);
        }
    }
    REQUIRE(gauge("monitoring_unexpected_messages") == 0 && gauge("monitoring_unexpected_bytes") == 0);
    REQUIRE(read_one(session, low) == 0 && read_one(session, high) == MESSAGES * BYTES);
    REQUIRE(gauge("monitoring_packet_buffers") == buffers);
}

/* Each message takes a cell until its receiver takes it out. The receiver is not in MPI now. */
static void cells(void) {
    if (rank == 1) {
        wait_for("sent");
        for (int i = 0; i < MESSAGES; i++) {
            receive_message(i);
        }
        return;
    }
    int found;
    while (gauge("monitoring_cells") > 0) { /* of what came before */
        MPI_Iprobe(0, TAG - 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    count_t all = size_of("monitoring_cells_allocated");
    MPI_T_pvar_handle high = start_watch("monitoring_cells_high", MPI_T_PVAR_CLASS_HIGHWATERMARK);
    send_messages();
    REQUIRE(all == cells_of_process && size_of("monitoring_cells_never_used") <= all - MESSAGES);
    REQUIRE(gauge("monitoring_cells") == MESSAGES && read_one(session, high) == MESSAGES);
    say("sent");
    while (gauge("monitoring_cells") > 0) {
        usleep(1000);
    }
}

/* Receives that nobody sends to yet: a request each, and room for their bytes. */
static void posted(void) {
    MPI_Request requests[MESSAGES];
    count_t alive = gauge("monitoring_requests");
    MPI_T_pvar_handle high = start_watch("monitoring_requests_high", MPI_T_PVAR_CLASS_HIGHWATERMARK);
    MPI_T_pvar_handle bytes = start_watch("monitoring_posted_bytes_high", MPI_T_PVAR_CLASS_HIGHWATERMARK);
    count_t room = gauge("monitoring_posted_bytes");
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Irecv(buffer[i], i + 1, MPI_CHAR, rank, i, MPI_COMM_WORLD, &requests[i]);
    }
    REQUIRE(gauge("monitoring_requests") == alive + MESSAGES);
    REQUIRE(gauge("monitoring_posted_bytes") == room + 21);
    for (int i = 0; i < MESSAGES; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    REQUIRE(gauge("monitoring_requests") == alive && gauge("monitoring_posted_bytes") == room);
    REQUIRE(read_one(session, high) >= alive + MESSAGES && read_one(session, bytes) == room + 21);
}

/* A message that was probed is nobody's receive yet. */
static void probed(void) {
    char out = 0, in;
    MPI_Request send;
    MPI_Message message;
    count_t receives = gauge("monitoring_posted_receives");
    MPI_Isend(&out, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, &send);
    MPI_Mprobe(rank, TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    REQUIRE(gauge("monitoring_posted_receives") == receives);
    MPI_Mrecv(&in, 1, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    REQUIRE(gauge("monitoring_posted_receives") == receives);
}

static void memory(void) {
    MPI_Datatype types[1000];
    count_t sum = size_of("monitoring_object_bytes") + size_of("monitoring_packet_buffer_bytes") +
                  size_of("monitoring_cell_bytes") + size_of("monitoring_segment_bytes");
    REQUIRE(gauge("monitoring_memory") == sum && size_of("monitoring_segment_bytes") > 0);
    count_t before = size_of("monitoring_object_bytes");
    for (int i = 0; i < 1000; i++) {
        MPI_Type_contiguous(i + 1, MPI_INT, &types[i]);
    }
    REQUIRE(size_of("monitoring_object_bytes") >= before + 1000 * 100); /* a datatype takes more than 100 bytes */
    for (int i = 0; i < 1000; i++) {
        MPI_Type_free(&types[i]);
    }
}

int main(int argc, char **argv) {
    int provided;
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    posted();
    probed();
    memory();
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1) {
        cells_of_process = atoi(argv[1]);
        unexpected();
        MPI_Barrier(MPI_COMM_WORLD);
        cells();
    }
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
