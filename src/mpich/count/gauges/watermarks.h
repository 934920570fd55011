/*
 * Watermarks: how high or low a gauge gets. While there are any, the hooks tell of each change.
 */
#ifndef MPIMON_WATERMARKS_H
#define MPIMON_WATERMARKS_H

#include "gauges.h"

/* The highest (or lowest) value of a gauge from start to stop. The caller owns it; it must not move in between. */
struct mpimon_watermark {
    enum mpimon_gauge_kind kind;
    int high;
    uint64_t value;
    struct mpimon_watermark *next;
};

/* The watermark becomes the gauge's value at this moment. */
MPIMON_HIDDEN void mpimon_watermark_reset(struct mpimon_watermark *watermark);

/* The watermark follows its gauge, from watermark->value on, until it is stopped. */
MPIMON_HIDDEN void mpimon_watermark_start(struct mpimon_watermark *watermark);
MPIMON_HIDDEN void mpimon_watermark_stop(struct mpimon_watermark *watermark);

/* The value of a watermark that was started and not stopped. */
MPIMON_HIDDEN uint64_t mpimon_watermark_read(struct mpimon_watermark *watermark);

/* The highest value since the hooks began to tell of changes; if they do not, the gauge's value at this moment. */
MPIMON_HIDDEN uint64_t mpimon_gauge_highest(enum mpimon_gauge_kind kind);

/* A receive with room for so many bytes was posted, or is complete. */
MPIMON_HIDDEN void mpimon_posted(uint64_t bytes);
MPIMON_HIDDEN void mpimon_posted_no_more(uint64_t bytes);

/* The gauge's name. */
MPIMON_HIDDEN const char *mpimon_gauge_name(enum mpimon_gauge_kind kind);

/* Switch the detail `gauges` on or off. */
MPIMON_HIDDEN void mpimon_gauges_switch(int on);

#endif
