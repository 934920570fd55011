/*
 * Preloaded: a clock on the wall that jumps, by a day back and forth whenever it is read.
 */
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    static __thread int times;
    int status = ((__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime"))(clock, now);
    if (status == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += times++ % 2 ? -86400 : 86400;
    return status;
}
