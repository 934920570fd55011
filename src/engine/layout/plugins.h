/* Plugins that the process has loaded, or could not load, and what they did. */
#ifndef MPIMON_LAYOUT_PLUGINS_H
#define MPIMON_LAYOUT_PLUGINS_H

#include "block.h"

enum mpimon_plugin_state {
    MPIMON_PLUGIN_RUNNING, /* until the end */
    MPIMON_PLUGIN_FAILED,  /* it was never called but for its beginning: `reason` says why */
    MPIMON_PLUGIN_STOPPED, /* it took more than its share of the time */
    MPIMON_PLUGIN_STATES
};
MPIMON_STATIC_ASSERT(MPIMON_PLUGIN_STATES == 3, "files have states by these numbers");

/* What plugins are called for. */
enum mpimon_plugin_event {
    MPIMON_EVENT_INIT,
    MPIMON_EVENT_SAMPLE,
    MPIMON_EVENT_COMMUNICATOR_CREATED,
    MPIMON_EVENT_COMMUNICATOR_FREED,
    MPIMON_EVENT_COLLECTIVE_FINISHED,
    MPIMON_EVENT_REGION_ENTERED,
    MPIMON_EVENT_REGION_LEFT,
    MPIMON_EVENT_CHANGED,
    MPIMON_EVENT_FINALIZE,
    MPIMON_EVENTS
};
MPIMON_STATIC_ASSERT(MPIMON_EVENTS == 9, "files have events by these numbers");

struct mpimon_plugin_item {
    char name[MPIMON_NAME];
    char version[MPIMON_NAME];
    char file[MPIMON_TEXT]; /* as the user named it, without arguments */
    char reason[MPIMON_TEXT];
    uint32_t state; /* enum mpimon_plugin_state */
    uint32_t reserved;
    uint64_t time; /* in ticks */
    uint64_t calls[MPIMON_EVENTS];
};
MPIMON_PIN(plugin_item, 792,
           MPIMON_AT(plugin_item, name, 0) && MPIMON_AT(plugin_item, version, 96) &&
               MPIMON_AT(plugin_item, file, 192) && MPIMON_AT(plugin_item, reason, 448) &&
               MPIMON_AT(plugin_item, state, 704) && MPIMON_AT(plugin_item, time, 712) &&
               MPIMON_AT(plugin_item, calls, 720));

enum { MPIMON_ADVICE_TEXT = 512 };

struct mpimon_plugin_advice {
    uint32_t plugin; /* index of an mpimon_plugin_item */
    uint32_t reserved;
    char text[MPIMON_ADVICE_TEXT];
};
MPIMON_PIN(plugin_advice, 520, MPIMON_AT(plugin_advice, plugin, 0) && MPIMON_AT(plugin_advice, text, 8));

#endif
