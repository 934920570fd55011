/*
 * Finds the functions of plugins by the plugins' names.
 */
#include "mpidimpl.h"

#include <dlfcn.h>
#include <libgen.h>
#include <sys/auxv.h>

#include "loaded.h"

#define FOLDER "mpich-monitoring" /* beside libmpi */

/* Bare names are those of plugins that are installed with this library. */
static int find_file(const char *name, char *path, size_t room) {
    Dl_info own;
    char libmpi[PATH_MAX];
    if (strchr(name, '/'))
        return snprintf(path, room, "%s", name) < (int)room;
    if (!dladdr((void *)(uintptr_t)find_file, &own) || !realpath(own.dli_fname, libmpi))
        return 0;
    return snprintf(path, room, "%s/" FOLDER "/%s.so", dirname(libmpi), name) < (int)room;
}

/* NULL, with why in `reason`, if the file is no plugin for this library. */
static const struct mpimon_plugin *open_file(const char *name, char *reason, size_t room) {
    char path[PATH_MAX];
    snprintf(reason, room, "its name is too long");
    if (!find_file(name, path, sizeof path))
        return NULL;
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        snprintf(reason, room, "%s", dlerror());
        return NULL;
    }
    const struct mpimon_plugin *plugin = dlsym(file, "mpich_monitoring_plugin");
    if (!plugin)
        snprintf(reason, room, "it has no symbol mpich_monitoring_plugin");
    else if (plugin->abi < 1 || plugin->abi > MPIMON_PLUGIN_ABI)
        snprintf(reason, room, "it is made for version %u of the interface, and this library has %d",
                 (unsigned)plugin->abi, MPIMON_PLUGIN_ABI);
    else if (!plugin->name || !*plugin->name || !plugin->version)
        snprintf(reason, room, "it has no name, or no version");
    else
        return plugin;
    dlclose(file);
    return NULL;
}

static void begin(struct mpimon_loaded *loaded, const char *name, const char *arguments) {
    char reason[MPIMON_TEXT];
    struct mpimon_plugin_item *item = loaded->item;
    loaded->plugin = open_file(name, reason, sizeof reason);
    if (!loaded->plugin) {
        mpimon_plugin_end(loaded, MPIMON_PLUGIN_FAILED, reason);
        return;
    }
    snprintf(item->name, sizeof item->name, "%s", loaded->plugin->name);
    snprintf(item->version, sizeof item->version, "%s", loaded->plugin->version);
    loaded->sets_all = (loaded->plugin->flags & MPIMON_PLUGIN_SETS_ALL) != 0;
    const int error = mpimon_plugin_begin(loaded, arguments);
    snprintf(reason, sizeof reason, "its init returned %d", error);
    if (error)
        mpimon_plugin_end(loaded, MPIMON_PLUGIN_FAILED, reason);
}

/* A name, and what follows it after a comma. */
static void load(char *entry) {
    char *comma = strchr(entry, ',');
    if (comma)
        *comma = '\0';
    struct mpimon_plugin_item item = {.state = MPIMON_PLUGIN_RUNNING};
    struct mpimon_loaded *loaded = &mpimon_loaded[mpimon_loaded_count];
    *loaded = (struct mpimon_loaded){.plugin = NULL};
    snprintf(item.file, sizeof item.file, "%s", entry);
    loaded->item = mpimon_plugin_add(&item, &loaded->index);
    if (!loaded->item)
        return;
    mpimon_loaded_count++;
    begin(loaded, entry, comma ? comma + 1 : "");
}

/* Who may name files that run with rights that the user does not have? Nobody. */
void mpimon_plugins_load(const char *list) {
    char *names = getauxval(AT_SECURE) ? NULL : strdup(list), *rest = names;
    mpimon_plugin_library_fill();
    for (char *entry; (entry = strsep(&rest, ":")) && mpimon_loaded_count < MPIMON_PLUGINS;)
        if (*entry)
            load(entry);
    free(names);
}
