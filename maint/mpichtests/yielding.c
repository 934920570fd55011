/*
 * Preloaded into programs of ch4:ucx: a process that waits gives its core to others. MPICH's never do, so where
 * processes are more than cores each message takes a time slice, and MPICH's tests hours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

enum { PATIENCE = 32 };

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*progress)(void *);
    static _Thread_local int idle;
    if (!progress)
        progress = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned done = progress(worker);
    idle = done ? 0 : idle + 1;
    if (idle > PATIENCE) {
        idle = 0;
        sched_yield();
    }
    return done;
}
