/*
 * A tracer that knows no variable beforehand: `mpit_tracer SEED STEPS [spawn]`. It lists all of the project's
 * variables, binds each to whatever it can be bound to (world, self, a copy, a split, an inter-communicator, one with
 * processes that were spawned, a window), switches counting on if it is not, lets random traffic go and holds every
 * value against what the wrappers saw.
 */
#include "tracer_truth.h"

enum { MOST_VARIABLES = 512, MOST_ELEMENTS = 1024, LARGEST = 5000, SPAWNED = 2 };

struct variable {
    char name[128];
    int index, varclass, bind, continuous;
    MPI_Datatype type;
    int counts[MOST_OBJECTS];
    MPI_T_pvar_handle handles[MOST_OBJECTS]; /* the first one, if it is bound to nothing */
};

static struct variable variables[MOST_VARIABLES];
static int variable_count;
static MPI_T_pvar_session session;
static unsigned long long state;
static char out[LARGEST], in[MOST_MEMBERS][LARGEST];

static unsigned draw(unsigned below) {
    return draw_from(&state, below);
}

static void add_object(MPI_Comm comm, MPI_Win win) {
    struct object *o = &objects[object_count++];
    MPI_Group world, others;
    REQUIRE(object_count <= MOST_OBJECTS);
    *o = (struct object){.comm = comm, .win = win};
    MPI_Comm_test_inter(comm, &o->inter);
    MPI_Comm_rank(comm, &o->own_rank);
    MPI_Comm_size(comm, &o->group);
    (o->inter ? MPI_Comm_remote_group : MPI_Comm_group)(comm, &others);
    MPI_Group_size(others, &o->members);
    REQUIRE(o->members <= MOST_MEMBERS);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int m = 0; m < o->members; m++) {
        MPI_Group_translate_ranks(others, 1, &m, world, &o->peers[m]);
        o->peers[m] = o->peers[m] == MPI_UNDEFINED ? FOREIGN + m : o->peers[m];
    }
    MPI_Group_free(&world);
    MPI_Group_free(&others);
}

static void create(MPI_Comm bridge) {
    MPI_Comm copy, half, across;
    MPI_Win win;
    void *memory;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    /* The leader of each half is its highest rank. */
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, size - 1 - (rank % 2 != size % 2), 0, &across);
    MPI_Win_allocate(LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    add_object(MPI_COMM_WORLD, MPI_WIN_NULL);
    add_object(MPI_COMM_SELF, MPI_WIN_NULL);
    add_object(copy, MPI_WIN_NULL);
    add_object(half, MPI_WIN_NULL);
    add_object(across, MPI_WIN_NULL);
    add_object(MPI_COMM_WORLD, win);
    if (bridge != MPI_COMM_NULL) {
        add_object(bridge, MPI_WIN_NULL);
    }
}

static int can_bind(const struct variable *v, const struct object *o) {
    return v->bind == (o->win == MPI_WIN_NULL ? MPI_T_BIND_MPI_COMM : MPI_T_BIND_MPI_WIN) ||
           (v->bind == MPI_T_BIND_NO_OBJECT && o == objects);
}

static void list_variables(void) {
    int all;
    CHECK(MPI_T_pvar_get_num(&all));
    for (int i = 0; i < all; i++) {
        struct variable *v = &variables[variable_count];
        int length = sizeof v->name, none = 0, verbosity, readonly, atomic;
        MPI_T_enum enumeration;
        CHECK(MPI_T_pvar_get_info(i, v->name, &length, &verbosity, &v->varclass, &v->type, &enumeration, NULL, &none,
                                  &v->bind, &readonly, &v->continuous, &atomic));
        v->index = i;
        variable_count += strstr(v->name, "monitoring_") && v->varclass != MPI_T_PVAR_CLASS_GENERIC;
        REQUIRE(variable_count < MOST_VARIABLES);
    }
}

static void bind_all(void) {
    for (int i = 0; i < variable_count * object_count; i++) {
        struct variable *v = &variables[i / object_count];
        struct object *o = &objects[i % object_count];
        if (can_bind(v, o)) {
            void *object = v->bind == MPI_T_BIND_MPI_WIN ? (void *)&o->win : (void *)&o->comm;
            CHECK(MPI_T_pvar_handle_alloc(session, v->index, v->bind == MPI_T_BIND_NO_OBJECT ? NULL : object,
                                          &v->handles[i % object_count], &v->counts[i % object_count]));
            REQUIRE(v->counts[i % object_count] <= MOST_ELEMENTS);
        }
    }
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
}

/* Every process sends to the member that is `distance` away. */
static void exchange(struct object *o, int distance, int bytes) {
    MPI_Request requests[MOST_MEMBERS + 1];
    int pending = 0;
    for (int from = 0; from < o->members; from++) {
        if (after(from, distance, o->group) == o->own_rank) {
            MPI_Irecv(in[from], bytes, MPI_BYTE, from, 0, o->comm, &requests[pending++]);
        }
    }
    MPI_Isend(out, bytes, MPI_BYTE, after(o->own_rank, distance, o->members), 0, o->comm, &requests[pending++]);
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

static void step(void) {
    struct object *o = &objects[draw((unsigned)object_count)];
    int distance = (int)draw(MOST_MEMBERS), bytes = (int)draw(draw(2) ? 40 : LARGEST), kind = (int)draw(8);
    if (o->win != MPI_WIN_NULL) {
        int target = after(o->own_rank, distance, o->members);
        (void)(kind % 2 ? MPI_Put(out, bytes, MPI_BYTE, target, 0, bytes, MPI_BYTE, o->win)
                        : MPI_Get(in, bytes, MPI_BYTE, target, 0, bytes, MPI_BYTE, o->win));
        MPI_Win_flush(target, o->win);
    } else if (o->inter || kind > 2) {
        exchange(o, distance, bytes);
    } else if (kind == BCAST) {
        MPI_Bcast(out, bytes, MPI_BYTE, distance % o->group, o->comm);
    } else if (kind == ALLREDUCE) {
        MPI_Allreduce(out, in, bytes, MPI_BYTE, MPI_BOR, o->comm);
    } else {
        MPI_Barrier(o->comm);
    }
}

/* What one handle shows; names of variables are read piece by piece. */
struct reading {
    const struct variable *variable;
    const struct object *object;
    int count;
    count_t values[MOST_ELEMENTS];
    double numbers[MOST_ELEMENTS];
};

static int take(const char **text, const char *word) {
    size_t length = strlen(word);
    int found = strncmp(*text, word, length) == 0;
    *text += found ? length : 0;
    return found;
}

static count_t sum_of(const struct reading *r) {
    count_t sum = 0;
    for (int i = 0; i < r->count; i++) {
        sum += r->values[i];
    }
    return sum;
}

static count_t collective_sums[DIRECTIONS][QUANTITIES], path_sums[QUANTITIES], region_sums[QUANTITIES];

/* monitoring_CLASS_DIRECTION_QUANTITY[_any|_total], and windows. Collectives: only their sums are told, not known. */
static int is_traffic(const struct reading *r, const char *name) {
    int collective = take(&name, "coll_"), unused = take(&name, "part_"), window = take(&name, "win_");
    int traffic_class = take(&name, "rma_") || window ? RMA : P2P;
    if (!collective && !unused && traffic_class == P2P && !take(&name, "p2p_")) {
        return 0;
    }
    if (strcmp(name, "sizes") == 0) {
        for (int bin = 0; bin < r->count && !collective; bin++) {
            REQUIRE(r->values[bin] == (unused || bin >= BINS ? 0 : sizes[traffic_class][bin]));
        }
        return 1;
    }
    int direction = take(&name, "received_") ? RECEIVED : SENT;
    name += direction == SENT ? strlen("sent_") : 0;
    int quantity = take(&name, "bytes") ? BYTES : MESSAGES;
    name += quantity == MESSAGES ? strlen("messages") : 0;
    int any = strcmp(name, "_any") == 0, total = strcmp(name, "_total") == 0;
    REQUIRE(any || total || !*name);
    if (collective) {
        collective_sums[direction][quantity] = total ? sum_of(r) : collective_sums[direction][quantity];
        return 1;
    }
    for (int m = 0; m < r->count; m++) {
        count_t expected = total ? with_all(traffic_class, direction, quantity)
                           : any ? with_peer(traffic_class, direction, quantity, r->object->peers[m])
                                 : r->object->moved[direction][quantity][m];
        /* A window's communicator is its own. */
        int nothing = unused || (traffic_class == RMA && !window && !any && !total);
        REQUIRE(r->values[m] == (nothing ? 0 : expected));
    }
    return 1;
}

/* Open MPI's variables count messages on whatever communicator, without those of a process to itself. */
static int is_openmpi(const struct reading *r, const char *name) {
    int one_sided = take(&name, "osc_");
    if (!one_sided && !take(&name, "pml_")) {
        return 0;
    }
    int direction = strstr(name, "_recv_") ? RECEIVED : SENT, quantity = strstr(name, "_size") ? BYTES : MESSAGES;
    for (int m = 0; m < r->count; m++) {
        int peer = r->object->peers[m];
        REQUIRE(r->values[m] ==
                (peer == rank && !one_sided ? 0 : with_peer(one_sided ? RMA : P2P, direction, quantity, peer)));
    }
    return 1;
}

/* coll_monitoring_KIND_QUANTITY: calls by their kind, bytes that go to all others. */
static int is_openmpi_collective(const struct reading *r, const char *name) {
    if (!take(&name, "coll_monitoring_")) {
        return 0;
    }
    count_t others = (count_t)(r->object->inter ? r->object->members : r->object->members - 1), calls = 0, bytes = 0;
    if (take(&name, "o2a_")) {
        calls = r->object->collectives[BCAST].root_calls;
        bytes = r->object->collectives[BCAST].root_bytes * others;
    } else if (take(&name, "a2a_")) {
        calls = r->object->collectives[ALLREDUCE].calls + r->object->collectives[BARRIER].calls;
        bytes = r->object->collectives[ALLREDUCE].bytes * others;
    } else if (take(&name, "messages_")) {
        return 1; /* peer by peer, for which asked.c has the truth */
    } else {
        REQUIRE(take(&name, "a2o_"));
    }
    REQUIRE(r->count == 1 && r->values[0] == (strcmp(name, "size") == 0 ? bytes : calls));
    return 1;
}

/* monitoring_OPERATION_{calls,bytes,time}_by_size, an element for each bin; operation -1 is one that nobody calls. */
static void require_by_size(const struct reading *r, int operation) {
    const int is_time = strstr(r->variable->name, "_time_by_size") != NULL;
    const int is_bytes = strstr(r->variable->name, "_bytes_by_size") != NULL;
    for (int bin = 0; bin < r->count; bin++) {
        count_t calls = operation < 0 ? 0 : r->object->collectives[operation].calls_by_size[bin];
        count_t bytes = operation < 0 ? 0 : r->object->collectives[operation].bytes_by_size[bin];
        if (is_time) {
            const int ends_early = operation == BCAST && bin == 0 && BCAST_ENDS_WITHOUT_DATA;
            REQUIRE((r->numbers[bin] > 0) == (calls > 0 && r->object->group > 1 && !ends_early) &&
                    r->numbers[bin] < 60);
        } else {
            REQUIRE(r->values[bin] == (is_bytes ? bytes : calls));
        }
    }
}

/* monitoring_OPERATION_{calls,bytes,time}, an element for each algorithm, and the same by size. */
static int is_operation(const struct reading *r, const char *name) {
    static const char *const operations[OPERATIONS] = {"Bcast_", "Allreduce_", "Barrier_"};
    count_t calls = 0, bytes = 0;
    double seconds = 0;
    int operation = -1;
    if (*name < 'A' || *name > 'Z') {
        return 0;
    }
    for (int i = 0; i < OPERATIONS; i++) {
        if (take(&name, operations[i])) {
            calls = r->object->collectives[i].calls;
            bytes = r->object->collectives[i].bytes;
            operation = i;
            break;
        }
    }
    if (strstr(name, "_by_size")) {
        require_by_size(r, operation);
        return 1;
    }
    for (int i = 0; i < r->count; i++) {
        seconds += r->numbers[i];
    }
    const char *quantity = strrchr(r->variable->name, '_');
    if (strcmp(quantity, "_time") == 0) {
        /* A process by itself takes no time that is looked at. */
        REQUIRE((seconds > 0) == (calls > 0 && r->object->group > 1) && seconds < 60);
    } else {
        REQUIRE(sum_of(r) == (strcmp(quantity, "_bytes") == 0 ? bytes : calls));
    }
    return 1;
}

static int is_path(const struct reading *r, const char *name) {
    if (!take(&name, "path_")) {
        return 0;
    }
    path_sums[strstr(name, "_bytes") ? BYTES : MESSAGES] += sum_of(r);
    return 1;
}

/* No region was entered, and functions are not recorded. */
static int is_context(const struct reading *r, const char *name) {
    if (take(&name, "function_")) {
        REQUIRE(sum_of(r) == 0 && r->count > 300);
    } else if (!take(&name, "region_")) {
        return 0;
    } else if (take(&name, "sent_")) {
        region_sums[strcmp(name, "bytes") == 0 ? BYTES : MESSAGES] = r->values[0];
    } else if (!take(&name, "received_")) {
        REQUIRE(r->values[0] == 0 && r->numbers[0] == 0);
    }
    return 1;
}

/* Gauges of messages are 0, since nothing is under way. */
static int is_gauge(const struct reading *r, const char *name) {
    static const char *const kept[] = {"requests", "cells", "packet_buffers", "memory",
                                       "object",   "cell",  "packet_buffer"};
    if (strcmp(name, "local_share") == 0) {
        REQUIRE(r->numbers[0] >= 0 && r->numbers[0] <= 100);
    } else if (strcmp(name, "posted_receives") == 0 || strcmp(name, "posted_bytes") == 0 ||
               strcmp(name, "unexpected_messages") == 0 || strcmp(name, "unexpected_bytes") == 0) {
        REQUIRE(r->values[0] == 0);
    } else if (strncmp(name, "posted_", 7) == 0 && strstr(name, "_high")) {
        REQUIRE(r->values[0] > 0);
    } else if (strcmp(name, "segment_bytes") == 0 || strcmp(name, "memory") == 0) {
        REQUIRE(r->values[0] > 0);
    } else if (take(&name, "posted_") || take(&name, "unexpected_") || strcmp(name, "state") == 0) {
        return 1;
    } else {
        int found = 0;
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
            found |= strncmp(name, kept[i], strlen(kept[i])) == 0;
        }
        return found;
    }
    return 1;
}

/* The tracer's programs read and write no file, and run without overlap; where processes are, and how long they wait,
 * it cannot tell. */
static int is_beyond(const struct reading *r, const char *name) {
    if (take(&name, "io_") || take(&name, "overlap_")) {
        REQUIRE(r->values[0] == 0);
        return 1;
    }
    return take(&name, "place_") || take(&name, "wait");
}

static void read_into(struct reading *r, MPI_T_pvar_handle handle) {
    void *buffer = r->variable->type == MPI_DOUBLE ? (void *)r->numbers : (void *)r->values;
    memset(r->values, 0, sizeof r->values);
    memset(r->numbers, 0, sizeof r->numbers);
    CHECK(MPI_T_pvar_read(session, handle, buffer));
}

static void compare(const struct reading *r) {
    const char *name = r->variable->name;
    int known = is_openmpi(r, name) || is_openmpi_collective(r, name) ||
                (take(&name, "monitoring_") && (is_traffic(r, name) || is_operation(r, name) || is_path(r, name) ||
                                                is_context(r, name) || is_gauge(r, name) || is_beyond(r, name)));
    if (!known) {
        fprintf(stderr, "unknown variable %s\n", r->variable->name);
    }
    REQUIRE(known);
}

static void compare_all(void) {
    static struct reading reading;
    count_t sent, received;
    memset(path_sums, 0, sizeof path_sums);
    for (int i = 0; i < variable_count * object_count; i++) {
        int o = i % object_count;
        if (can_bind(&variables[i / object_count], &objects[o])) {
            reading.variable = &variables[i / object_count];
            reading.object = &objects[o];
            reading.count = reading.variable->counts[o];
            read_into(&reading, reading.variable->handles[o]);
            compare(&reading);
        }
    }
    for (int q = 0; q < QUANTITIES; q++) {
        PMPI_Allreduce(&collective_sums[SENT][q], &sent, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        PMPI_Allreduce(&collective_sums[RECEIVED][q], &received, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        REQUIRE(sent == received && (sent > 0 || size == 1));
        REQUIRE(path_sums[q] >= with_all(P2P, SENT, q) + with_all(RMA, SENT, q) + collective_sums[SENT][q]);
        REQUIRE(region_sums[q] == path_sums[q]);
    }
}

int main(int argc, char **argv) {
    int provided;
    MPI_Comm bridge;
    start(&argc, &argv);
    REQUIRE(argc == 3 || argc == 4);
    MPI_Comm_get_parent(&bridge);
    if (argc == 4 && bridge == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], argv + 1, SPAWNED, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge, MPI_ERRCODES_IGNORE);
    }
    state = strtoull(argv[1], NULL, 10);
    create(bridge);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    list_variables();
    bind_all();
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    for (int i = 1; i <= atoi(argv[2]); i++) {
        step();
    }
    compare_all();
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    if (rank == 0) {
        printf("%d variables, %d objects\n", variable_count, object_count);
    }
    MPI_Win_unlock_all(objects[5].win);
    MPI_Win_free(&objects[5].win);
    for (int i = 4; i > 1; i--) {
        MPI_Comm_free(&objects[i].comm);
    }
    if (bridge != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&bridge);
    }
    return finish();
}
