/*
 * Detail `timeline`: a thread takes a sample of what was counted so far at the end of each interval. Intervals begin
 * with the process's start; only the last one before the detail is switched off is shorter.
 */
#ifndef MPIMON_ENGINE_TIMELINE_H
#define MPIMON_ENGINE_TIMELINE_H

#include "../count.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mpimon_timeline_settings {
    uint64_t interval; /* in nanoseconds, not 0; doubled as often as pairs of intervals were merged */
    /* Puts in what the gauges are at this moment, 0 for those that are not recorded. Called by any thread, while others
     * change them. NULL: there are none. */
    void (*read_gauges)(uint64_t values[MPIMON_TIMELINE_GAUGES]);
    uint32_t gauges[MPIMON_TIMELINE_GAUGES]; /* 1 + index of each one's name; 0: none, and none after it */
};

/*
 * Begin, or go on by other settings. Any thread may call these functions between mpimon_engine_start() and
 * mpimon_engine_freeze(), but no two at once.
 */
MPIMON_HIDDEN void mpimon_timeline_on(const struct mpimon_timeline_settings *settings);

/* Take a last sample, and wait for the thread to end. What is counted from now on is in no interval. */
MPIMON_HIDDEN void mpimon_timeline_off(void);

/* The same where the process ends: what is counted still belongs to that sample. */
MPIMON_HIDDEN void mpimon_timeline_finish(void);

#ifdef __cplusplus
}
#endif

#endif
