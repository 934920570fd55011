/*
 * What the user set: words and patterns of the control variables. Knows nothing of MPICH.
 */
#ifndef MPIMON_SETTINGS_H
#define MPIMON_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "../../engine/count.h"

enum mpimon_detail {
    MPIMON_DETAIL_PEERS = 1,
    MPIMON_DETAIL_HISTOGRAMS = 2,
    MPIMON_DETAIL_COMMUNICATORS = 4,
    MPIMON_DETAIL_ALGORITHMS = 8,
    MPIMON_DETAIL_FUNCTIONS = 16,
    MPIMON_DETAIL_REGIONS = 32,
    MPIMON_DETAIL_RECEIVES = 64,
    MPIMON_DETAIL_GAUGES = 128,
    MPIMON_DETAIL_SIZES = 256,
    MPIMON_DETAIL_WAITS = 512,
    MPIMON_DETAIL_TIMELINE = 1024,
    MPIMON_DETAIL_FILES = 2048,
    MPIMON_DETAIL_ALL = 4095
};

/* The details that `text` names; -1 if it has another word. */
MPIMON_HIDDEN int mpimon_parse_detail(const char *text);

/* Whether intervals of the detail `timeline` may have this length, in milliseconds. */
MPIMON_HIDDEN int mpimon_interval_is_valid(long interval);

/* What a variable of ours may be, where it must not be `value`; NULL where it may, and for variables of others. */
MPIMON_HIDDEN const char *mpimon_allowed_instead(const char *variable, const char *value);

/* Whether the user wants nothing to be counted, whatever a site has set for all jobs: MPICH_MONITORING=off. */
MPIMON_HIDDEN int mpimon_opted_out(void);

/* What replaces the pattern's letters. */
struct mpimon_filename_parts {
    const char *executable, *job, *host, *user, *date;
    const char *time;               /* of the start */
    const char *step, *array_index; /* NULL or empty: there is none */
};

/*
 * Put `pattern` with its letters replaced into `name`. Returns 0, EINVAL for an unknown letter or a % at the end, or
 * ENAMETOOLONG. "none" stands for a step or an array index that a job has not. What stands for a letter cannot lead out
 * of the pattern's folder: slashes in it, control characters, and dots that may become "..", are underscores in the
 * name.
 */
MPIMON_HIDDEN int mpimon_expand_filename(const char *pattern, const struct mpimon_filename_parts *parts, char *name,
                                         size_t room);

#endif
