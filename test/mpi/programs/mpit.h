/* What the programs that use MPI_T share. */
#ifndef MPIMON_TEST_MPI_MPIT_H
#define MPIMON_TEST_MPI_MPIT_H

#include <string.h>

#include "program.h"

typedef unsigned long long count_t;

/* Whether MPI_Bcast without data ends before MPICH looks for an algorithm. */
#define BCAST_ENDS_WITHOUT_DATA (MPICH_NUMVERSION >= 40100000)

#define CHECK(CALL) REQUIRE((CALL) == MPI_SUCCESS)

static inline int pvar_index(const char *name, int varclass) {
    int index = -1;
    CHECK(MPI_T_pvar_get_index(name, varclass, &index));
    return index;
}

static inline MPI_T_pvar_handle bind_pvar(MPI_T_pvar_session session, const char *name, int varclass, void *object,
                                          int expected_count) {
    MPI_T_pvar_handle handle;
    int count = -1;
    CHECK(MPI_T_pvar_handle_alloc(session, pvar_index(name, varclass), object, &handle, &count));
    if (count != expected_count) {
        fprintf(stderr, "%s has %d elements, expected %d\n", name, count, expected_count);
    }
    REQUIRE(count == expected_count);
    return handle;
}

static inline count_t read_one(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    count_t value = 0;
    CHECK(MPI_T_pvar_read(session, handle, &value));
    return value;
}

static inline MPI_T_cvar_handle bind_cvar(const char *name, int *count) {
    MPI_T_cvar_handle handle;
    int index;
    CHECK(MPI_T_cvar_get_index(name, &index));
    CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, count));
    return handle;
}

static inline void write_detail(const char *text) {
    int count;
    MPI_T_cvar_handle handle = bind_cvar("MPIR_CVAR_MONITORING_DETAIL", &count);
    CHECK(MPI_T_cvar_write(handle, text));
    CHECK(MPI_T_cvar_handle_free(&handle));
}

static inline void write_int_cvar(const char *name, int value) {
    int count;
    MPI_T_cvar_handle handle = bind_cvar(name, &count);
    CHECK(MPI_T_cvar_write(handle, &value));
    CHECK(MPI_T_cvar_handle_free(&handle));
}

#endif
