/*
 * Functions detail: calls that overlap makes asynchronous are called in their own name.
 */
#include "mpidimpl.h"

#include "../macros/hook_function.h"
#include "overlap.h"

static struct mpimon_function_site sites[] = {{"MPI_Send", 0}, {"MPI_Recv", 0}, {"MPI_Sendrecv", 0}};

static const uint64_t *counters;

const uint64_t *mpimon_overlap_counters(void) {
    return counters;
}

void mpimon_overlap_attach(const uint64_t *array) {
    counters = array;
}

int *mpimon_overlap_depth(void) {
    return &mpimon_this_thread.depth;
}

void mpimon_overlap_enter(int function) {
    MPIMON_FUNCTION_ENTER(sites[function]);
}

void mpimon_overlap_leave(void) {
    MPIMON_FUNCTION_EXIT();
}
