/*
 * What tools do again and again asks nothing of the allocator, which the preloaded tool `allocations` watches: reading,
 * resetting, writing, stopping and starting every variable of every class, from the first time on.
 */
#include <dlfcn.h>

#include "mpit.h"

enum { ROUNDS = 200, MOST_VARIABLES = 1024, MOST_ELEMENTS = 4096 };

struct variable {
    char name[128];
    MPI_T_pvar_handle handle;
    int varclass, readonly, continuous, atomic;
};

static struct variable variables[MOST_VARIABLES];
static int number;
static MPI_T_pvar_session session;
static unsigned long (*allocations)(void);
static union {
    count_t counts[MOST_ELEMENTS];
    char text[8 * MOST_ELEMENTS];
} values;

static void bind_all(MPI_Comm *comm, MPI_Win *win) {
    int all;
    CHECK(MPI_T_pvar_get_num(&all));
    for (int i = 0; i < all; i++) {
        struct variable *v = &variables[number];
        int name_length = sizeof v->name, length = 0, verbosity, bind, count;
        MPI_Datatype type;
        MPI_T_enum enumeration;
        CHECK(MPI_T_pvar_get_info(i, v->name, &name_length, &verbosity, &v->varclass, &type, &enumeration, NULL,
                                  &length, &bind, &v->readonly, &v->continuous, &v->atomic));
        if (!strstr(v->name, "monitoring_")) {
            continue; /* one of MPICH's own */
        }
        REQUIRE(++number < MOST_VARIABLES);
        void *object = bind == MPI_T_BIND_MPI_COMM ? (void *)comm : bind == MPI_T_BIND_MPI_WIN ? (void *)win : NULL;
        CHECK(MPI_T_pvar_handle_alloc(session, i, object, &v->handle, &count));
        REQUIRE(count <= MOST_ELEMENTS);
    }
}

static void traffic(MPI_Win win) {
    int in, next = after(rank, 1, size);
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &in, 1, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Bcast(&in, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_flush(next, win);
}

/* The flush variable of Open MPI is to copy all counters when it is started. */
static int may_allocate(const struct variable *v) {
    return v->varclass == MPI_T_PVAR_CLASS_GENERIC;
}

static void use(const struct variable *v) {
    CHECK(MPI_T_pvar_read(session, v->handle, &values));
    if (v->atomic) {
        CHECK(MPI_T_pvar_readreset(session, v->handle, &values));
    }
    if (!v->readonly && !may_allocate(v) && v->atomic) {
        CHECK(MPI_T_pvar_write(session, v->handle, &values));
    }
    if (!v->readonly) {
        CHECK(MPI_T_pvar_reset(session, v->handle));
    }
    if (!v->continuous && !may_allocate(v)) {
        CHECK(MPI_T_pvar_stop(session, v->handle));
        CHECK(MPI_T_pvar_start(session, v->handle));
    }
}

int main(int argc, char **argv) {
    int provided, *memory, seen[16] = {0}, classes = 0;
    MPI_Win win;
    start(&argc, &argv);
    void *found = dlsym(RTLD_DEFAULT, "allocations_of_this_thread");
    REQUIRE(found);
    memcpy(&allocations, &found, sizeof found);
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_Comm comm = MPI_COMM_WORLD;
    bind_all(&comm, &win);
    unsigned long before = allocations();
    free(reserve(1));
    REQUIRE(allocations() > before); /* the tool does count */
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    for (int round = 0; round < ROUNDS; round++) {
        traffic(win);
        for (int i = 0; i < number; i++) {
            before = allocations();
            use(&variables[i]);
            if (allocations() != before) {
                fprintf(stderr, "%s: %lu calls of the allocator\n", variables[i].name, allocations() - before);
            }
            REQUIRE(allocations() == before);
        }
    }
    for (int i = 0; i < number; i++) {
        classes += !seen[variables[i].varclass % 16]++;
    }
    if (rank == 0) {
        printf("%d variables of %d classes, %d rounds\n", number, classes, ROUNDS);
    }
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return finish();
}
