/*
 * Adding up what a process has counted, for the timeline: the engine does it in the segment that is counted into, the
 * encoder of profiles in one that may be damaged.
 */
#ifndef MPIMON_ENGINE_TIMELINE_SUMS_H
#define MPIMON_ENGINE_TIMELINE_SUMS_H

#include "../tables/iterator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A class that makes no sense, or another direction than sent and received, adds nothing. */
static inline void mpimon_sums_add_flow(struct mpimon_sums *sums, const struct mpimon_flow *flow) {
    if (flow->traffic_class >= MPIMON_CLASSES || flow->direction >= MPIMON_FLOW_DIRECTIONS)
        return;
    sums->messages[flow->traffic_class][flow->direction] += mpimon_read(&flow->messages);
    sums->bytes[flow->traffic_class][flow->direction] += mpimon_read(&flow->bytes);
}

static inline void mpimon_sums_add_collective(struct mpimon_sums *sums, const struct mpimon_collective *collective) {
    if (collective->role != MPIMON_ROLE_CALL)
        return;
    sums->collective_calls += mpimon_read(&collective->calls);
    sums->collective_time += mpimon_read(&collective->time);
}

/* A kind of wait that makes no sense adds nothing. */
static inline void mpimon_sums_add_wait(struct mpimon_sums *sums, const struct mpimon_wait *wait) {
    if (wait->kind < MPIMON_WAIT_KINDS)
        sums->wait_time += mpimon_read(&wait->time);
}

/* Sums are nothing but counters, one after the other. */
enum { MPIMON_SUMS = sizeof(struct mpimon_sums) / sizeof(uint64_t) };

static inline uint64_t *mpimon_sums_array(struct mpimon_sums *sums) {
    return (uint64_t *)sums;
}

static inline const uint64_t *mpimon_sums_array_of(const struct mpimon_sums *sums) {
    return (const uint64_t *)sums;
}

/* Takes `less` away from `sums`. */
static inline void mpimon_sums_subtract(struct mpimon_sums *sums, const struct mpimon_sums *less) {
    for (int i = 0; i < MPIMON_SUMS; i++)
        mpimon_sums_array(sums)[i] -= mpimon_sums_array_of(less)[i];
}

#ifdef __cplusplus
}
#endif

#endif
