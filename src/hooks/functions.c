/*
 * Detail `functions`: calls and times of MPI functions.
 */
#include "mpidimpl.h"

#include "clock.h"

static MPIMON_THREAD struct {
    unsigned depth;
    struct mpimon_function_site *site;
    int64_t start_ns;
} outermost;

void mpimon_function_enter(struct mpimon_function_site *site) {
    if (outermost.depth++)
        return;
    outermost.site = site;
    outermost.start_ns = mpimon_now_ns();
}

MPIMON_QUIET_BODY(mpimon_function_enter)

/* The binding's function is internal_Isend or internal_Isend_c; the standard's is MPI_Isend. */
static uint32_t standard_name(const char *function) {
    static const char prefix[] = "internal";
    char text[MPIMON_NAME];
    int internal = strncmp(function, prefix, sizeof prefix - 1) == 0;
    snprintf(text, sizeof text, "%s%s", internal ? "MPI" : "", internal ? function + sizeof prefix - 1 : function);
    return mpimon_name_index(text);
}

/* A site remembers the counters of the shard that came last: with one shard that is always the right one. */
static struct mpimon_function *counters_of(struct mpimon_function_site *site) {
    if (site->shard != mpimon_this_shard || site->run != mpimon_run) {
        site->counters = mpimon_function_find(standard_name(site->function));
        site->shard = mpimon_this_shard;
        site->run = mpimon_run;
    }
    return site->counters;
}

void mpimon_function_exit(const unsigned char *is_on) {
    (void)is_on;
    if (outermost.depth == 0 || --outermost.depth)
        return;
    uint64_t took = (uint64_t)(mpimon_now_ns() - outermost.start_ns);
    struct mpimon_function *counters = counters_of(outermost.site);
    if (counters->calls == 0 || took < counters->shortest_ns)
        counters->shortest_ns = took;
    if (took > counters->longest_ns)
        counters->longest_ns = took;
    counters->calls++;
    counters->time_ns += took;
}
MPIMON_QUIET_BODY(mpimon_function_exit)
