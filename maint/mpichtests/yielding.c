/*
 * Preloaded into programs of ch4:ucx: a process that waits gives its core to others. MPICH's never do, so where
 * processes are more than cores each message takes a time slice, and MPICH's tests hours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

enum { PATIENCE = 32 };

static unsigned (*progress)(void *);

/* Before there are threads: the loader's lock may be held by one that waits for another's progress. */
__attribute__((constructor)) static void find_progress(void) {
    progress = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
}

unsigned ucp_worker_progress(void *worker) {
    static _Thread_local int idle;
    if (!progress) /* UCX was loaded later */
        find_progress();
    unsigned done = progress(worker);
    idle = done ? 0 : idle + 1;
    if (idle > PATIENCE) {
        idle = 0;
        sched_yield();
    }
    return done;
}
