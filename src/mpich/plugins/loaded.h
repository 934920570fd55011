/*
 * The plugins that run, for the files of this room.
 */
#ifndef MPIMON_LOADED_H
#define MPIMON_LOADED_H

#include "monitoring/include/mpich_monitoring_plugin.h"

enum { MPIMON_PLUGINS = 16, MPIMON_UNDOABLE = 8 };

/* A variable that a plugin has set, or asked for, and its value before. */
struct mpimon_undo {
    char name[MPIMON_NAME];
    char before[MPIMON_TEXT];
};

struct mpimon_loaded {
    const struct mpimon_plugin *plugin; /* NULL: it is not called any more */
    void *own;
    struct mpimon_plugin_item *item; /* in the segment */
    uint32_t index;                  /* of that item */
    uint32_t advice;                 /* texts that it has given */
    uint64_t longest;                /* of the times of its calls */
    int sets_all;                    /* it may set variables that must be equal in all ranks */
    int undo_count;                  /* of those below, which are set back should the plugin be stopped */
    struct mpimon_undo undo[MPIMON_UNDOABLE];
    int is_retired; /* it is called once more, at the end */
};

/* Those that were named, in their order, and how many. */
extern MPIMON_HIDDEN struct mpimon_loaded mpimon_loaded[MPIMON_PLUGINS];
extern MPIMON_HIDDEN int mpimon_loaded_count;

/* The plugin that the thread is in; NULL if it is in none. */
extern MPIMON_HIDDEN MPIMON_THREAD struct mpimon_loaded *mpimon_plugin_now;

/* Load the shared objects of the list, and begin each. */
MPIMON_HIDDEN void mpimon_plugins_load(const char *list);

/* Call the plugin's `init`; 0 if it has begun. */
MPIMON_HIDDEN int mpimon_plugin_begin(struct mpimon_loaded *loaded, const char *arguments);

/* The plugin is called no more: for its item, and for people. */
MPIMON_HIDDEN void mpimon_plugin_end(struct mpimon_loaded *loaded, enum mpimon_plugin_state state, const char *reason);

/* Look for the events that plugins want to know. */
MPIMON_HIDDEN void mpimon_plugins_plug(void);

/* The plugin is stopped: set back what it has set in this process alone. The rest is for the next meetings. */
MPIMON_HIDDEN void mpimon_plugin_undo(struct mpimon_loaded *loaded);

/* Call all plugins for an event, of which `what` is as in the plugin's function; or only one. */
MPIMON_HIDDEN void mpimon_plugins_tell(enum mpimon_plugin_event event, const void *what);
MPIMON_HIDDEN void mpimon_plugin_tell(struct mpimon_loaded *loaded, enum mpimon_plugin_event event, const void *what);

/* What plugins may call. */
extern MPIMON_HIDDEN struct mpimon_plugin_library mpimon_plugin_library;
MPIMON_HIDDEN void mpimon_plugin_library_fill(void);

#endif
