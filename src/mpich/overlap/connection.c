/*
 * Functions detail: calls that overlap makes asynchronous are called in their own name.
 */
#include "mpidimpl.h"

#include <dlfcn.h>

#include "../../engine/engine.h"
#include "../macros/hook_function.h"
#include "connection.h"
#include "wakeup.h"

static struct mpimon_function_site sites[] = {{"MPI_Send", 0}, {"MPI_Recv", 0}, {"MPI_Sendrecv", 0}};

static const uint64_t *counters;

static void enter(int function) {
    MPIMON_FUNCTION_ENTER(sites[function]);
}

static void leave(void) {
    MPIMON_FUNCTION_EXIT();
}

static int *depth(void) {
    return &mpimon_this_thread.depth;
}

int mpimon_overlap_is_connected(void) {
    static const struct mpimon_overlap_library library = {enter,
                                                          leave,
                                                          depth,
                                                          mpimon_overlap_site_keep,
                                                          mpimon_wakeup_descriptor,
                                                          mpimon_wakeup_arm,
                                                          mpimon_wakeup_signal,
                                                          mpimon_wakeup_tells_of};
    mpimon_overlap_connect_fn *connect;
    *(void **)&connect = dlsym(RTLD_DEFAULT, MPIMON_OVERLAP_CONNECT);
    if (connect)
        counters = connect(&library);
    return connect != NULL;
}

int mpimon_overlap_is_wanted(void) {
    return counters && mpimon_overlap_is_set();
}

const uint64_t *mpimon_overlap_counters(void) {
    return counters;
}
