/*
 * MPI_T begun before MPI and ended after it, ended before it, begun again, nested; handles that are there before MPI
 * and after it; categories as a tree; bad indices; and watermarks.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

#include "mpit.h"

/* Locks that this thread took, less those that it released: the library's calls come here, too. */
static __thread int locks_held;

static int (*next(const char *function))(pthread_mutex_t *) {
    return (int (*)(pthread_mutex_t *))(intptr_t)dlsym(RTLD_NEXT, function);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    locks_held++;
    return next("pthread_mutex_lock")(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    locks_held--;
    return next("pthread_mutex_unlock")(mutex);
}

/* MPICH releases a lock there that it does not hold. */
static void not_initialized(void) {
    int number;
    locks_held = 0;
    REQUIRE(MPI_T_pvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED);
    REQUIRE(MPI_T_cvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED);
    REQUIRE(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
    REQUIRE(locks_held == 0);
}

static int category(const char *name) {
    int index;
    CHECK(MPI_T_category_get_index(name, &index));
    return index;
}

/* MONITORING has its children, and theirs are variables that say so. */
static void check_categories(void) {
    int cvars, pvars, children, indices[64], found = 0;
    CHECK(MPI_T_category_get_info(category("MONITORING"), NULL, NULL, NULL, NULL, &cvars, &pvars, &children));
    REQUIRE(cvars >= 6 && children == 9 && pvars > 0);
    CHECK(MPI_T_category_get_categories(category("MONITORING"), 64, indices));
    for (int i = 0; i < children; i++) {
        found += indices[i] == category("MONITORING_P2P") || indices[i] == category("MONITORING_MEMORY");
    }
    REQUIRE(found == 2);
    CHECK(MPI_T_category_get_info(category("MONITORING_P2P"), NULL, NULL, NULL, NULL, &cvars, &pvars, &children));
    REQUIRE(pvars > 8 && children == 0);
}

static void bad_indices(void) {
    int number, count, varclass, bind;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    CHECK(MPI_T_pvar_get_num(&number));
    CHECK(MPI_T_pvar_session_create(&session));
    REQUIRE(MPI_T_pvar_handle_alloc(session, number, NULL, &handle, &count) == MPI_T_ERR_INVALID_INDEX);
    REQUIRE(MPI_T_pvar_handle_alloc(session, -1, NULL, &handle, &count) == MPI_T_ERR_INVALID_INDEX);
    REQUIRE(MPI_T_pvar_get_info(number, NULL, NULL, NULL, &varclass, NULL, NULL, NULL, NULL, &bind, NULL, NULL, NULL) ==
            MPI_T_ERR_INVALID_INDEX);
    MPI_Comm none = MPI_COMM_NULL;
    REQUIRE(MPI_T_pvar_handle_alloc(session, pvar_index("monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE), &none,
                                    &handle, &count) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_session_free(&session));
}

/* There are 3 posted receives, then 5, then 1. */
static void watermarks(void) {
    MPI_T_pvar_session session;
    MPI_Request requests[5];
    int values[5], value = 0;
    count_t high = 0;
    CHECK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle early =
        bind_pvar(session, "monitoring_posted_receives_high", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL, 1);
    MPI_T_pvar_handle late =
        bind_pvar(session, "monitoring_posted_receives_high", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL, 1);
    MPI_T_pvar_handle low =
        bind_pvar(session, "monitoring_posted_receives_low", MPI_T_PVAR_CLASS_LOWWATERMARK, NULL, 1);
    MPI_T_pvar_handle level = bind_pvar(session, "monitoring_posted_receives", MPI_T_PVAR_CLASS_LEVEL, NULL, 1);
    REQUIRE(MPI_T_pvar_read(session, early, &high) == MPI_T_ERR_INVALID);
    count_t idle = read_one(session, level);
    CHECK(MPI_T_pvar_start(session, early));
    for (int i = 0; i < 5; i++) {
        MPI_Irecv(&values[i], 1, MPI_INT, rank, i, MPI_COMM_WORLD, &requests[i]);
        if (i == 2) {
            REQUIRE(read_one(session, early) == idle + 3);
        }
    }
    REQUIRE(read_one(session, level) == idle + 5);
    for (int i = 0; i < 4; i++) {
        MPI_Send(&value, 1, MPI_INT, rank, i, MPI_COMM_WORLD);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    CHECK(MPI_T_pvar_start(session, late));
    CHECK(MPI_T_pvar_start(session, low));
    MPI_Send(&value, 1, MPI_INT, rank, 4, MPI_COMM_WORLD);
    MPI_Wait(&requests[4], MPI_STATUS_IGNORE);
    REQUIRE(read_one(session, early) == idle + 5 && read_one(session, late) == idle + 1);
    REQUIRE(read_one(session, low) == idle);
    CHECK(MPI_T_pvar_reset(session, early));
    REQUIRE(read_one(session, early) == idle);
    CHECK(MPI_T_pvar_session_free(&session));
}

static MPI_T_pvar_session across; /* MPI's beginning, or its end */
static MPI_T_pvar_handle started, stopped, bound;

static MPI_T_pvar_handle bind_total(void) {
    return bind_pvar(across, "monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
}

/* There are no communicators before MPI begins and after it has ended. */
static void cannot_bind(void) {
    int count;
    MPI_T_pvar_handle handle;
    MPI_Comm comm = MPI_COMM_WORLD;
    int index = pvar_index("monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE);
    REQUIRE(MPI_T_pvar_handle_alloc(across, index, &comm, &handle, &count) == MPI_T_ERR_INVALID);
}

static void before_mpi(void) {
    CHECK(MPI_T_pvar_session_create(&across));
    started = bind_total();
    stopped = bind_total();
    cannot_bind();
    CHECK(MPI_T_pvar_start(across, started));
    REQUIRE(read_one(across, started) == 0);
}

static void send_to_self(int messages) {
    int value = 0;
    for (int i = 0; i < messages; i++) {
        MPI_Sendrecv(&value, 1, MPI_INT, rank, 0, &value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void within_mpi(void) {
    MPI_Comm comm = MPI_COMM_WORLD;
    send_to_self(3);
    REQUIRE(read_one(across, started) == 3 && read_one(across, stopped) == 0);
    CHECK(MPI_T_pvar_start(across, stopped));
    bound = bind_pvar(across, "monitoring_p2p_sent_messages", MPI_T_PVAR_CLASS_COUNTER, &comm, size);
    CHECK(MPI_T_pvar_start(across, bound));
    send_to_self(4);
}

/* What was counted stays with its handle. */
static void after_mpi(void) {
    count_t values[64];
    REQUIRE(read_one(across, started) == 7 && read_one(across, stopped) == 4);
    REQUIRE(MPI_T_pvar_read(across, bound, values) == MPI_T_ERR_INVALID_HANDLE);
    cannot_bind();
    CHECK(MPI_T_pvar_stop(across, started));
    REQUIRE(read_one(across, started) == 7);
    CHECK(MPI_T_pvar_reset(across, stopped));
    REQUIRE(read_one(across, stopped) == 0);
    MPI_T_pvar_handle late = bind_total();
    CHECK(MPI_T_pvar_start(across, late));
    REQUIRE(read_one(across, late) == 0);
    CHECK(MPI_T_pvar_session_free(&across));
}

int main(int argc, char **argv) {
    int provided, number, again;
    not_initialized();
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_get_num(&number));
    REQUIRE(number > 100);
    before_mpi();
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_finalize());
    start(&argc, &argv);
    within_mpi();
    check_categories();
    bad_indices();
    watermarks();
    REQUIRE(read_one(across, started) == 3 + 4 + 5);
    CHECK(MPI_T_pvar_session_free(&across));
    CHECK(MPI_T_finalize());
    not_initialized();
    MPI_Barrier(MPI_COMM_WORLD); /* with control variables that are still there */
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_get_num(&again));
    REQUIRE(again == number);
    CHECK(MPI_T_pvar_session_create(&across));
    started = bind_total();
    stopped = bind_total();
    CHECK(MPI_T_pvar_start(across, started));
    within_mpi();
    finish();
    after_mpi();
    check_categories();
    CHECK(MPI_T_finalize());
    return 0;
}
