/*
 * Performance variables by MPI function and of regions: three exchanges of 40 bytes, in ten blocks, in a region, two of
 * 8 bytes in one within it, and the outer one is entered a second time.
 */
#include "mpit.h"

enum { OUTER = 3, INNER = 2, BLOCKS = 10, FUNCTIONS = 1024 };

static MPI_T_pvar_session session;
static MPI_T_enum functions;
static int function_count;

/* The index of a function in the arrays. */
static int index_of(const char *function) {
    for (int i = 0; i < function_count; i++) {
        char name[128];
        int value, length = sizeof name;
        CHECK(MPI_T_enum_get_item(functions, i, &value, name, &length));
        REQUIRE(value == i);
        if (strcmp(name, function) == 0) {
            return i;
        }
    }
    fprintf(stderr, "no function %s in the enumeration\n", function);
    MPI_Abort(MPI_COMM_WORLD, 5);
    return -1;
}

static void find_functions(void) {
    int verbosity, varclass, bind, readonly, continuous, atomic, length = 0, none = 0;
    MPI_Datatype datatype;
    CHECK(MPI_T_pvar_get_info(pvar_index("monitoring_function_calls", MPI_T_PVAR_CLASS_COUNTER), NULL, &none,
                              &verbosity, &varclass, &datatype, &functions, NULL, &none, &bind, &readonly, &continuous,
                              &atomic));
    CHECK(MPI_T_enum_get_info(functions, &function_count, NULL, &length));
    REQUIRE(function_count > 300 && function_count < FUNCTIONS);
}

static MPI_T_pvar_handle begin(const char *name, int varclass, int count) {
    MPI_T_pvar_handle handle = bind_pvar(session, name, varclass, NULL, count);
    CHECK(MPI_T_pvar_start(session, handle));
    return handle;
}

struct region_handles {
    MPI_T_pvar_handle entries, time, messages, bytes, received;
};

static struct region_handles begin_region(void) {
    return (struct region_handles){begin("monitoring_region_entries", MPI_T_PVAR_CLASS_COUNTER, 1),
                                   begin("monitoring_region_time", MPI_T_PVAR_CLASS_TIMER, 1),
                                   begin("monitoring_region_sent_messages", MPI_T_PVAR_CLASS_COUNTER, 1),
                                   begin("monitoring_region_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, 1),
                                   begin("monitoring_region_received_messages", MPI_T_PVAR_CLASS_COUNTER, 1)};
}

static double check_region(const struct region_handles *handles, count_t entries, count_t messages, count_t bytes) {
    double seconds;
    REQUIRE(read_one(session, handles->entries) == entries);
    REQUIRE(read_one(session, handles->messages) == messages && read_one(session, handles->bytes) == bytes);
    REQUIRE(read_one(session, handles->received) == messages);
    CHECK(MPI_T_pvar_read(session, handles->time, &seconds));
    return seconds;
}

/* Every second of some integers. */
static void exchange(void) {
    int out[2 * BLOCKS] = {0}, in[BLOCKS];
    MPI_Datatype type;
    MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(out, 1, type, after(rank, 1, size), 0, in, BLOCKS, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

static void exchange_later(int bytes) {
    char out[40] = "", in[40];
    MPI_Request requests[2];
    MPI_Irecv(in, bytes, MPI_CHAR, after(rank, -1, size), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_CHAR, after(rank, 1, size), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
    int provided;
    static count_t calls[FUNCTIONS], sent[FUNCTIONS], bytes[FUNCTIONS], received[FUNCTIONS];
    static count_t scattered[FUNCTIONS], scattered_bytes[FUNCTIONS], blocks[FUNCTIONS];
    static double seconds[FUNCTIONS], shortest[FUNCTIONS], longest[FUNCTIONS];
    start(&argc, &argv);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    find_functions();
    MPI_T_pvar_handle of_calls = begin("monitoring_function_calls", MPI_T_PVAR_CLASS_COUNTER, function_count);
    MPI_T_pvar_handle of_time = begin("monitoring_function_time", MPI_T_PVAR_CLASS_TIMER, function_count);
    MPI_T_pvar_handle of_sent = begin("monitoring_function_sent_messages", MPI_T_PVAR_CLASS_COUNTER, function_count);
    MPI_T_pvar_handle of_bytes = begin("monitoring_function_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, function_count);
    MPI_T_pvar_handle of_received =
        begin("monitoring_function_received_messages", MPI_T_PVAR_CLASS_COUNTER, function_count);
    MPI_T_pvar_handle of_scattered =
        begin("monitoring_function_noncontiguous_messages", MPI_T_PVAR_CLASS_COUNTER, function_count);
    MPI_T_pvar_handle of_scattered_bytes =
        begin("monitoring_function_noncontiguous_bytes", MPI_T_PVAR_CLASS_AGGREGATE, function_count);
    MPI_T_pvar_handle of_blocks =
        begin("monitoring_function_noncontiguous_blocks", MPI_T_PVAR_CLASS_COUNTER, function_count);

    MPI_T_pvar_handle of_shortest =
        bind_pvar(session, "monitoring_function_shortest_call", MPI_T_PVAR_CLASS_GENERIC, NULL, function_count);
    MPI_T_pvar_handle of_longest =
        bind_pvar(session, "monitoring_function_longest_call", MPI_T_PVAR_CLASS_GENERIC, NULL, function_count);

    MPI_Pcontrol(1001, "outer");
    struct region_handles outer = begin_region();
    for (int i = 0; i < OUTER; i++) {
        exchange();
    }
    MPI_Pcontrol(1001, "inner");
    struct region_handles inner = begin_region();
    for (int i = 0; i < INNER; i++) {
        exchange_later(8);
    }
    MPI_Pcontrol(-1001, "inner");
    MPI_Pcontrol(-1001, "outer");
    MPI_Pcontrol(1001, "outer");
    MPI_Pcontrol(-1001, "outer");

    CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    double in_outer = check_region(&outer, 1, OUTER, OUTER * 40);
    double in_inner = check_region(&inner, 0, INNER, INNER * 8);
    REQUIRE(in_inner > 0 && in_outer > in_inner);

    CHECK(MPI_T_pvar_read(session, of_calls, calls));
    CHECK(MPI_T_pvar_read(session, of_time, seconds));
    CHECK(MPI_T_pvar_read(session, of_sent, sent));
    CHECK(MPI_T_pvar_read(session, of_bytes, bytes));
    CHECK(MPI_T_pvar_read(session, of_received, received));
    CHECK(MPI_T_pvar_read(session, of_scattered, scattered));
    CHECK(MPI_T_pvar_read(session, of_scattered_bytes, scattered_bytes));
    CHECK(MPI_T_pvar_read(session, of_blocks, blocks));
    int sendrecv = index_of("MPI_Sendrecv"), isend = index_of("MPI_Isend"), irecv = index_of("MPI_Irecv");
    int waitall = index_of("MPI_Waitall"), pcontrol = index_of("MPI_Pcontrol");
    REQUIRE(calls[sendrecv] == OUTER && calls[isend] == INNER && calls[irecv] == INNER && calls[waitall] == INNER);
    REQUIRE(calls[pcontrol] == 6 && calls[index_of("MPI_Send")] == 0);
    REQUIRE(sent[sendrecv] == OUTER && bytes[sendrecv] == OUTER * 40 && received[sendrecv] == OUTER);
    REQUIRE(sent[isend] == INNER && bytes[isend] == INNER * 8 && sent[irecv] + sent[waitall] == 0);
    REQUIRE(scattered[sendrecv] == OUTER && scattered_bytes[sendrecv] == OUTER * 40);
    REQUIRE(blocks[sendrecv] == OUTER * BLOCKS && scattered[isend] == 0 && blocks[isend] == 0);
    REQUIRE(received[irecv] + received[isend] + received[waitall] == INNER);
    REQUIRE(seconds[sendrecv] > 0 && seconds[index_of("MPI_Send")] == 0);
    CHECK(MPI_T_pvar_read(session, of_shortest, shortest));
    CHECK(MPI_T_pvar_read(session, of_longest, longest));
    REQUIRE(shortest[sendrecv] > 0 && shortest[sendrecv] * OUTER <= seconds[sendrecv] * (1 + 1e-6));
    REQUIRE(longest[sendrecv] * OUTER * (1 + 1e-6) >= seconds[sendrecv] && longest[sendrecv] <= seconds[sendrecv]);
    REQUIRE(longest[index_of("MPI_Send")] == 0 && shortest[index_of("MPI_Send")] == 0);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    return finish();
}
