/*
 * Ticks: the processor's own counter where it runs at one speed whatever happens, else nanoseconds of the system's
 * clock. What a tick is worth stands in the segment's header.
 */
#ifndef MPIMON_ENGINE_CLOCK_H
#define MPIMON_ENGINE_CLOCK_H

#include <time.h>

#include "count.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if ticks are the processor's. */
extern MPIMON_HIDDEN unsigned char mpimon_ticks_of_processor;

/*
 * start: write into the header when the run began. look: write how long it has taken by both clocks, so that ticks can
 * be converted; whenever something new is counted, for the process may be killed, and at the end.
 */
MPIMON_HIDDEN void mpimon_clock_start(struct mpimon_header *header);
MPIMON_HIDDEN void mpimon_clock_look(struct mpimon_header *header);

/* Nanoseconds of a clock that never jumps. */
static inline int64_t mpimon_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline uint64_t mpimon_ticks(void) {
#ifdef __x86_64__
    if (mpimon_ticks_of_processor)
        return __builtin_ia32_rdtsc();
#endif
    return (uint64_t)mpimon_clock_ns();
}

#ifdef __cplusplus
}
#endif

#endif
