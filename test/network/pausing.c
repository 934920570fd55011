/*
 * Preloaded into programs of ch4:ucx: a process that waits sleeps for a while. Where processes are more than cores,
 * those that only yield keep the relay of test/network/run from a core for longer than a packet takes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*progress)(void *);
    static const struct timespec pause = {.tv_nsec = 100000};
    if (!progress)
        progress = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned done = progress(worker);
    if (!done)
        nanosleep(&pause, NULL);
    return done;
}
