#ifndef MPIMON_HOOKS_CLOCK_H
#define MPIMON_HOOKS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of a clock that never jumps, for durations. */
static inline int64_t mpimon_now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

#endif
