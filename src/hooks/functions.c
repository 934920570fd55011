/*
 * Detail `functions`: calls and times of MPI functions.
 */
#include "mpidimpl.h"
#include <time.h>

static __thread struct {
    unsigned depth;
    const char *name;
    int64_t start_ns;
} outermost;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

void mpimon_function_enter(const char *name)
{
    if (outermost.depth++)
        return;
    outermost.name = name;
    outermost.start_ns = now_ns();
}

/* The binding's function is internal_Isend or internal_Isend_c; the standard's is MPI_Isend. */
static void standard_name(const char *name, char *text, size_t room)
{
    static const char prefix[] = "internal";
    int internal = strncmp(name, prefix, sizeof prefix - 1) == 0;
    snprintf(text, room, "%s%s", internal ? "MPI" : "", internal ? name + sizeof prefix - 1 : name);
}

void mpimon_function_exit(void)
{
    if (outermost.depth == 0 || --outermost.depth)
        return;
    char name[MPIMON_NAME];
    uint64_t took = (uint64_t) (now_ns() - outermost.start_ns);
    standard_name(outermost.name, name, sizeof name);
    struct mpimon_function *counters = mpimon_function_find(mpimon_name_index(name));
    if (counters->calls == 0 || took < counters->shortest_ns)
        counters->shortest_ns = took;
    if (took > counters->longest_ns)
        counters->longest_ns = took;
    counters->calls++;
    counters->time_ns += took;
}
