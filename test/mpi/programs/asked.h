/* What is expected of Open MPI's variables of collectives, and how it is compared with what they are. */
#ifndef MPIMON_TEST_MPI_ASKED_H
#define MPIMON_TEST_MPI_ASKED_H

#include <string.h>

#include "mpit.h"

enum { MOST = 16, ROOM = 64 };
enum mode { BLOCKING, NONBLOCKING, PERSISTENT, MODES };
enum kind { ONE_TO_ALL, ALL_TO_ONE, ALL_TO_ALL, KINDS };
static const char *const kind_names[] = {"o2a", "a2o", "a2a"};

static MPI_T_pvar_session session;
static int looking; /* the program reads the variables through MPI_T */

/* What was asked of each process of the world, on whatever communicator. */
static count_t world_messages[MOST], world_bytes[MOST];
static MPI_T_pvar_handle world_handles[2];

/* A communicator: its members are those of the remote group, if there is one. */
struct bound {
    MPI_Comm comm;
    int inter, own_rank, members, own_members;
    int to_world[MOST];
    MPI_T_pvar_handle handles[2], kind_handles[KINDS][2];
    count_t messages[MOST], bytes[MOST];
    count_t kind_calls[KINDS], kind_bytes[KINDS];
};

static int count_of(int from, int to) {
    return 1 + (3 * from + 5 * to) % 7;
}

static void find_members(struct bound *b) {
    int all[MOST];
    MPI_Group group, world;
    MPI_Comm_test_inter(b->comm, &b->inter);
    MPI_Comm_rank(b->comm, &b->own_rank);
    MPI_Comm_size(b->comm, &b->own_members);
    if (b->inter) {
        MPI_Comm_remote_group(b->comm, &group);
    } else {
        MPI_Comm_group(b->comm, &group);
    }
    MPI_Group_size(group, &b->members);
    REQUIRE(b->members <= MOST && b->own_members <= MOST);
    for (int i = 0; i < MOST; i++) {
        all[i] = i;
    }
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, b->members, all, world, b->to_world);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
}

static void bind_both(MPI_Comm *comm, int members, MPI_T_pvar_handle handles[2]) {
    handles[0] = bind_pvar(session, "coll_monitoring_messages_count", MPI_T_PVAR_CLASS_SIZE, comm, members);
    handles[1] = bind_pvar(session, "coll_monitoring_messages_size", MPI_T_PVAR_CLASS_SIZE, comm, members);
    CHECK(MPI_T_pvar_start(session, handles[0]));
    CHECK(MPI_T_pvar_start(session, handles[1]));
}

static void begin(struct bound *b, MPI_Comm comm) {
    memset(b, 0, sizeof *b);
    b->comm = comm;
    find_members(b);
    if (!looking) {
        return;
    }
    bind_both(&b->comm, b->members, b->handles);
    for (int kind = 0; kind < KINDS; kind++) {
        for (int quantity = 0; quantity < 2; quantity++) {
            char name[64];
            snprintf(name, sizeof name, "coll_monitoring_%s_%s", kind_names[kind], quantity ? "size" : "count");
            b->kind_handles[kind][quantity] =
                bind_pvar(session, name, quantity ? MPI_T_PVAR_CLASS_AGGREGATE : MPI_T_PVAR_CLASS_COUNTER, &b->comm, 1);
            CHECK(MPI_T_pvar_start(session, b->kind_handles[kind][quantity]));
        }
    }
}

/* A call of this process exchanges so many bytes with a member; nobody does with itself. */
static void expect(struct bound *b, enum kind kind, int member, size_t bytes) {
    if (member == MPI_PROC_NULL || (!b->inter && member == b->own_rank)) {
        return;
    }
    b->messages[member]++;
    b->bytes[member] += bytes;
    b->kind_bytes[kind] += bytes;
    world_messages[b->to_world[member]]++;
    world_bytes[b->to_world[member]] += bytes;
}

static void expect_each(struct bound *b, enum kind kind, size_t bytes) {
    for (int member = 0; member < b->members; member++) {
        expect(b, kind, member, bytes);
    }
}

static void require_same(const char *what, MPI_T_pvar_handle handle, const count_t *expected, int length) {
    count_t values[MOST];
    CHECK(MPI_T_pvar_read(session, handle, values));
    for (int i = 0; i < length; i++) {
        if (values[i] != expected[i]) {
            fprintf(stderr, "rank %d, %s[%d]: %llu instead of %llu\n", rank, what, i, values[i], expected[i]);
        }
        REQUIRE(values[i] == expected[i]);
    }
}

static void look(const char *what, struct bound *b) {
    if (!looking) {
        return;
    }
    require_same(what, b->handles[0], b->messages, b->members);
    require_same(what, b->handles[1], b->bytes, b->members);
    for (int kind = 0; kind < KINDS; kind++) {
        require_same(what, b->kind_handles[kind][0], &b->kind_calls[kind], 1);
        require_same(what, b->kind_handles[kind][1], &b->kind_bytes[kind], 1);
    }
    require_same(what, world_handles[0], world_messages, size);
    require_same(what, world_handles[1], world_bytes, size);
}

/* Frees a communicator and its handles, which end with it. */
static void end(struct bound *b) {
    for (int i = 0; looking && i < 2; i++) {
        CHECK(MPI_T_pvar_handle_free(session, &b->handles[i]));
        for (int kind = 0; kind < KINDS; kind++) {
            CHECK(MPI_T_pvar_handle_free(session, &b->kind_handles[kind][i]));
        }
    }
}

#endif
