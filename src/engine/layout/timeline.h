/* What was counted in each interval of time. */
#ifndef MPIMON_LAYOUT_TIMELINE_H
#define MPIMON_LAYOUT_TIMELINE_H

#include "block.h"

/*
 * Detail `timeline`: what was counted up to some moments, so that the difference of two of them is what was counted in
 * between. Each of these samples is right without the others: which of them are kept decides only how fine the
 * intervals are, and their sum is always what the last one says. So pairs of intervals are merged by forgetting a
 * sample.
 */
enum { MPIMON_INTERVALS = 4096, MPIMON_TIMELINE_GAUGES = 8, MPIMON_FLOW_DIRECTIONS = 2 /* sent and received */ };

/* What a process has counted. Times are in ticks, and only grow. */
struct mpimon_sums {
    uint64_t collective_calls; /* calls of the user, by all threads */
    uint64_t collective_time;  /* of the blocking ones */
    uint64_t wait_time;        /* that calls have waited; 0 where nothing measures it */
    uint64_t messages[MPIMON_CLASSES][MPIMON_FLOW_DIRECTIONS];
    uint64_t bytes[MPIMON_CLASSES][MPIMON_FLOW_DIRECTIONS];
};
MPIMON_PIN(sums, 24 + MPIMON_CLASSES * 32,
           MPIMON_AT(sums, collective_calls, 0) && MPIMON_AT(sums, collective_time, 8) &&
               MPIMON_AT(sums, wait_time, 16) && MPIMON_AT(sums, messages, 24) &&
               MPIMON_AT(sums, bytes, 24 + MPIMON_CLASSES * 16));

/*
 * There are at most MPIMON_INTERVALS items. One whose sample is forgotten is used again for a later one: its serial
 * number is 0 from before anything else of it changes until all of it has. A reader in another process reads the serial
 * number, the sample, and the serial number again; if they differ, or it is 0, there is no sample.
 */
struct mpimon_sample {
    uint64_t serial;   /* from 1 on, in the order of time */
    uint64_t end;      /* when it was taken, in nanoseconds since the process's start */
    uint64_t recorded; /* as much of that time was recorded, so what is missing are gaps: the detail was off */
    uint64_t memory;   /* of the process, resident, in bytes; 0 if not known */
    uint64_t gauges[MPIMON_TIMELINE_GAUGES];
    struct mpimon_sums sums; /* of what was recorded */
};
MPIMON_PIN(sample, 96 + sizeof(struct mpimon_sums),
           MPIMON_AT(sample, serial, 0) && MPIMON_AT(sample, end, 8) && MPIMON_AT(sample, recorded, 16) &&
               MPIMON_AT(sample, memory, 24) && MPIMON_AT(sample, gauges, 32) && MPIMON_AT(sample, sums, 96));

/* What passed and was counted in gaps, and before the detail was switched on for the first time. */
struct mpimon_unrecorded {
    uint64_t time; /* in nanoseconds */
    struct mpimon_sums sums;
};
MPIMON_PIN(unrecorded, 8 + sizeof(struct mpimon_sums),
           MPIMON_AT(unrecorded, time, 0) && MPIMON_AT(unrecorded, sums, 8));

enum mpimon_timeline_state {
    MPIMON_TIMELINE_OFF,     /* what is counted now is in no interval */
    MPIMON_TIMELINE_ON,      /* what was counted since the last sample is in the interval that runs */
    MPIMON_TIMELINE_FINISHED /* what is counted still, in MPI_Finalize, belongs to the last sample */
};

/* One item, if the detail was ever on. */
struct mpimon_timeline {
    uint64_t interval;    /* from one sample to the next, in nanoseconds */
    uint32_t state;       /* enum mpimon_timeline_state */
    int32_t thread_error; /* errno value: no thread could be started, so samples are taken only when the detail is
                             switched and at the end; 0: there is one */
    uint32_t gauges[MPIMON_TIMELINE_GAUGES]; /* 1 + index of each one's mpimon_name; 0: it is not recorded */
    /* How often the last two were written: number current % 2 of them counts, the other one may be half written. */
    uint32_t current;
    uint32_t reserved;
    struct mpimon_unrecorded unrecorded[2];
};
MPIMON_PIN(timeline, 56 + 2 * sizeof(struct mpimon_unrecorded),
           MPIMON_AT(timeline, interval, 0) && MPIMON_AT(timeline, state, 8) && MPIMON_AT(timeline, thread_error, 12) &&
               MPIMON_AT(timeline, gauges, 16) && MPIMON_AT(timeline, current, 48) &&
               MPIMON_AT(timeline, unrecorded, 56));

#endif
