/*
 * What plugins are told of (docs/plugins.md). Places that are hooked for counters anyway look whether a plugin wants to
 * know.
 */
#ifndef MPIMON_HOOK_PLUGIN_H
#define MPIMON_HOOK_PLUGIN_H

/* A bit for each enum mpimon_plugin_event that a plugin has a function for. */
extern MPIMON_HIDDEN uint32_t mpimon_plugged;

static inline int mpimon_is_plugged(enum mpimon_plugin_event event) {
    return __builtin_expect((mpimon_plugged >> event & 1) != 0, 0);
}

/* The collective call that the thread's frame describes has returned after so many ticks; or any other call, which took
 * no time. */
struct mpimon_call;
MPIMON_HIDDEN void mpimon_plugins_collective(const struct mpimon_call *call, uint64_t ticks);

/* A communicator, which is known to the engine, is made or freed. */
MPIMON_HIDDEN void mpimon_plugins_communicator(enum mpimon_plugin_event event, uint32_t number);

/* The calling thread has entered a region, or left it. */
MPIMON_HIDDEN void mpimon_plugins_region(enum mpimon_plugin_event event, const char *name);

#endif
