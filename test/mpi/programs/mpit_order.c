/*
 * MPI_T begun before MPI and ended after it, ended before it, begun again, nested; categories as a tree; bad indices;
 * and watermarks.
 */
#include "mpit.h"

static int category(const char *name) {
    int index;
    CHECK(MPI_T_category_get_index(name, &index));
    return index;
}

/* MONITORING has its children, and theirs are variables that say so. */
static void walk_categories(void) {
    int cvars, pvars, children, indices[64], found = 0;
    CHECK(MPI_T_category_get_info(category("MONITORING"), NULL, NULL, NULL, NULL, &cvars, &pvars, &children));
    REQUIRE(cvars >= 6 && children == 7 && pvars > 0);
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

/* Receives posted: 3, then 5, then 1. */
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

int main(int argc, char **argv) {
    int provided, number, again;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_get_num(&number));
    REQUIRE(number > 100);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_finalize());
    start(&argc, &argv);
    walk_categories();
    bad_indices();
    watermarks();
    CHECK(MPI_T_finalize());
    REQUIRE(MPI_T_pvar_get_num(&again) == MPI_T_ERR_NOT_INITIALIZED);
    MPI_Barrier(MPI_COMM_WORLD); /* with control variables that are still there */
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_get_num(&again));
    REQUIRE(again == number);
    finish();
    walk_categories();
    CHECK(MPI_T_finalize());
    return 0;
}
