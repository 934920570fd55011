/*
 * What happens, told to plugins, and what that takes.
 */
#include "mpidimpl.h"

#include <pthread.h>

#include "../../engine/clock.h"
#include "../count/collectives/collectives.h"
#include "../count/settings.h"
#include "../mpi_t/pvar_kept.h"
#include "loaded.h"
#include "meetings.h"
#include "plugins.h"

uint32_t mpimon_plugged;

struct mpimon_loaded mpimon_loaded[MPIMON_PLUGINS];
int mpimon_loaded_count;
MPIMON_THREAD struct mpimon_loaded *mpimon_plugin_now;

/* The thread that is in a plugin holds it: one at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What a plugin may take in any case, besides its longest call: the system may take the processor away meanwhile. */
enum { FREE_NS = 50000000 };

/* When plugins began to run, in ticks and in nanoseconds. */
static uint64_t began;
static int64_t began_ns;

/* The number of intervals that have passed at the last sample. */
static uint64_t sampled;

static int64_t interval_ns(void) {
    static int interval = 1000; /* the last one that made sense */
    if (mpimon_interval_is_valid(MPIR_CVAR_MONITORING_INTERVAL))
        interval = MPIR_CVAR_MONITORING_INTERVAL;
    return interval * INT64_C(1000000);
}

/* Calls the plugin's function for the event; 0 if it has none. */
static int call(const struct mpimon_plugin *plugin, void *own, enum mpimon_plugin_event event, const void *what) {
#define IF_THERE(function, argument) (plugin->function ? (plugin->function(own, argument), 1) : 0)
    switch (event) {
        case MPIMON_EVENT_SAMPLE:
            return IF_THERE(sample, *(const uint64_t *)what);
        case MPIMON_EVENT_COMMUNICATOR_CREATED:
            return IF_THERE(communicator_created, what);
        case MPIMON_EVENT_COMMUNICATOR_FREED:
            return IF_THERE(communicator_freed, what);
        case MPIMON_EVENT_COLLECTIVE_FINISHED:
            return IF_THERE(collective_finished, what);
        case MPIMON_EVENT_REGION_ENTERED:
            return IF_THERE(region_entered, what);
        case MPIMON_EVENT_REGION_LEFT:
            return IF_THERE(region_left, what);
        case MPIMON_EVENT_CHANGED:
            return IF_THERE(changed, what);
        default:
            return plugin->finalize ? (plugin->finalize(own), 1) : 0;
    }
#undef IF_THERE
}

void mpimon_plugins_plug(void) {
    uint32_t events = 0;
    for (int i = 0; i < mpimon_loaded_count; i++) {
        const struct mpimon_plugin *plugin = mpimon_loaded[i].plugin;
        if (!plugin || mpimon_loaded[i].is_retired)
            continue;
        events |= (plugin->sample != NULL) << MPIMON_EVENT_SAMPLE |
                  (plugin->communicator_created != NULL) << MPIMON_EVENT_COMMUNICATOR_CREATED |
                  (plugin->communicator_freed != NULL) << MPIMON_EVENT_COMMUNICATOR_FREED |
                  (plugin->collective_finished != NULL) << MPIMON_EVENT_COLLECTIVE_FINISHED |
                  (plugin->region_entered != NULL) << MPIMON_EVENT_REGION_ENTERED |
                  (plugin->region_left != NULL) << MPIMON_EVENT_REGION_LEFT;
    }
    mpimon_plugged = events;
}

void mpimon_plugin_end(struct mpimon_loaded *loaded, enum mpimon_plugin_state state, const char *reason) {
    struct mpimon_plugin_item *item = loaded->item;
    loaded->plugin = NULL;
    loaded->sets_all = 0;
    snprintf(item->reason, sizeof item->reason, "%s", reason);
    item->state = state;
    mpimon_plugin_undo(loaded);
    if (MPIR_Process.rank == 0)
        fprintf(stderr, "mpich-monitoring: plugin %s %s: %s\n", *item->name ? item->name : item->file,
                state == MPIMON_PLUGIN_STOPPED ? "is stopped" : "is not used", reason);
    mpimon_plugins_plug();
}

/* Ends the plugin if it has taken more than its share of the time. Shares are of ticks, whatever these are worth. */
static void check_share(struct mpimon_loaded *loaded, uint64_t now) {
    const uint64_t passed = now - began, spent = loaded->item->time - loaded->longest;
    const int allowed = MPIR_CVAR_MONITORING_PLUGINS_SHARE;
    if (likely(spent / (unsigned)MPL_MAX(allowed, 1) <= passed / 100) || allowed >= 100)
        return;
    const double share = (double)spent / (double)passed;
    if (share * (double)(mpimon_clock_ns() - began_ns) <= FREE_NS)
        return;
    char reason[MPIMON_TEXT];
    snprintf(reason, sizeof reason,
             "it took %.1f %% of the time, its longest call aside, and MPIR_CVAR_MONITORING_PLUGINS_SHARE is %d",
             100 * share, allowed);
    mpimon_plugin_end(loaded, MPIMON_PLUGIN_STOPPED, reason);
}

static void account(struct mpimon_loaded *loaded, enum mpimon_plugin_event event, uint64_t start) {
    const uint64_t now = mpimon_ticks();
    mpimon_increase(&loaded->item->calls[event], 1);
    mpimon_increase(&loaded->item->time, now - start);
    loaded->longest = MPL_MAX(loaded->longest, now - start);
    if (event != MPIMON_EVENT_FINALIZE)
        check_share(loaded, now);
}

static void tell_locked(struct mpimon_loaded *loaded, enum mpimon_plugin_event event, const void *what) {
    if (!loaded->plugin || (loaded->is_retired && event != MPIMON_EVENT_FINALIZE))
        return;
    const uint64_t start = mpimon_ticks();
    mpimon_plugin_now = loaded;
    const int called = call(loaded->plugin, loaded->own, event, what);
    mpimon_plugin_now = NULL;
    if (called)
        account(loaded, event, start);
}

/* What happens because of a plugin, while the thread is in it, no plugin is told. */
void mpimon_plugin_tell(struct mpimon_loaded *loaded, enum mpimon_plugin_event event, const void *what) {
    if (mpimon_plugin_now)
        return;
    pthread_mutex_lock(&lock);
    tell_locked(loaded, event, what);
    pthread_mutex_unlock(&lock);
}

void mpimon_plugins_tell(enum mpimon_plugin_event event, const void *what) {
    for (int i = 0; i < mpimon_loaded_count; i++)
        mpimon_plugin_tell(&mpimon_loaded[i], event, what);
}

int mpimon_plugin_begin(struct mpimon_loaded *loaded, const char *arguments) {
    const uint64_t start = mpimon_ticks();
    mpimon_plugin_now = loaded;
    const int error = loaded->plugin->init ? loaded->plugin->init(&mpimon_plugin_library, arguments, &loaded->own) : 0;
    mpimon_plugin_now = NULL;
    loaded->item->calls[MPIMON_EVENT_INIT] = 1;
    loaded->item->time = loaded->longest = mpimon_ticks() - start;
    return error;
}

/* Where a sample is due, takes it: each passed interval has one at most. */
static void sample_if_due(void) {
    const uint64_t number = (uint64_t)((mpimon_clock_ns() - began_ns) / interval_ns());
    if (likely(number <= __atomic_load_n(&sampled, __ATOMIC_RELAXED)))
        return;
    if (__atomic_exchange_n(&sampled, number, __ATOMIC_RELAXED) < number)
        mpimon_plugins_tell(MPIMON_EVENT_SAMPLE, &number);
}

void mpimon_plugins_collective(const struct mpimon_call *counted, uint64_t ticks) {
    struct mpimon_header *segment = mpimon_segment();
    const struct mpimon_communicator *communicator = mpimon_communicator_at(counted->communicator);
    if (mpimon_ticks() - segment->start_ticks > 2 * segment->run_ticks)
        mpimon_clock_look(segment); /* how long a tick is, ever more exactly */
    const struct mpimon_plugin_collective call = {
        .operation = mpimon_name_at(counted->operation),
        .algorithm = counted->algorithm == UINT32_MAX ? "" : mpimon_name_at(counted->algorithm),
        .communicator = counted->communicator,
        .members = communicator->kind == MPIMON_INTERCOMM ? communicator->remote_size : communicator->size,
        .mode = mpimon_mode_of(counted),
        .is_root = counted->is_root != 0,
        .bytes = counted->bytes,
        .size = counted->size,
        .ns = mpimon_ticks_to_ns(segment, ticks),
    };
    mpimon_plugins_tell(MPIMON_EVENT_COLLECTIVE_FINISHED, &call);
    if (mpimon_is_plugged(MPIMON_EVENT_SAMPLE))
        sample_if_due();
}

void mpimon_plugins_communicator(enum mpimon_plugin_event event, uint32_t number) {
    const struct mpimon_communicator *item = mpimon_communicator_at(number);
    const struct mpimon_plugin_communicator communicator = {number, item->size, item->remote_size, (uint32_t)item->rank,
                                                            item->name};
    if (!item->internal)
        mpimon_plugins_tell(event, &communicator);
}

void mpimon_plugins_region(enum mpimon_plugin_event event, const char *name) {
    mpimon_plugins_tell(event, name);
}

/* What MPICH calls where it makes progress, as in steer.c. */
static int look_in_progress(void) {
    if (mpimon_is_plugged(MPIMON_EVENT_SAMPLE))
        sample_if_due();
    return MPI_SUCCESS;
}
static int progress_hook = -1;

void mpimon_plugins_start(void) {
    if (!*MPIR_CVAR_MONITORING_PLUGINS || !mpimon_segment() || !mpimon_on)
        return;
    began = mpimon_ticks();
    began_ns = mpimon_clock_ns();
    sampled = 0;
    mpimon_meetings_start();
    mpimon_plugins_load(MPIR_CVAR_MONITORING_PLUGINS);
    mpimon_plugins_plug();
    if (mpimon_is_plugged(MPIMON_EVENT_SAMPLE) &&
        (progress_hook >= 0 || MPIMON_REGISTER_PROGRESS((void *)look_in_progress, &progress_hook) == MPI_SUCCESS))
        MPIR_Progress_hook_activate(progress_hook);
}

void mpimon_plugins_close(void) {
    mpimon_meetings_stop();
    if (progress_hook >= 0)
        MPIR_Progress_hook_deactivate(progress_hook);
}

void mpimon_plugins_finish(void) {
    mpimon_plugins_tell(MPIMON_EVENT_FINALIZE, NULL);
    mpimon_pvar_kept_free();
    mpimon_plugged = 0;
    mpimon_loaded_count = 0;
}
