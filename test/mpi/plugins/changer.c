/*
 * A plugin that reads and sets variables. Arguments: `asks` looks at everything once; `storm` sets the algorithm of
 * broadcasts again and again, to the next of MPICH's, in all ranks; `differs` wants another one in each rank; `early`
 * sets it before there is any communicator. `hog` sets two variables, and then takes too much time. Writes what came of
 * it to TOOL_FOLDER/changer.RANK.
 */
#include "mpich_monitoring_plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALGORITHM "MPIR_CVAR_BCAST_INTRA_ALGORITHM"
#define LOCAL "MPIR_CVAR_CH4_RMA_AM_PROGRESS_INTERVAL"

static const struct mpimon_plugin_library *library;
static FILE *file;
static char kind[16];
static int word;

static void set(const char *variable, const char *value) {
    static const char *const answers[] = {"set", "asked", "refused"};
    char reason[256];
    const int answer = library->set(variable, value, reason, sizeof reason);
    fprintf(file, "%s=%s: %s%s%s\n", variable, value, answers[answer], *reason ? ": " : "", reason);
}

static void read_number(const char *variable) {
    double values[2] = {-1, -1};
    const int count = library->read(variable, values, 2);
    fprintf(file, "%s: %d: %g\n", variable, count, values[0]);
}

static void read_text(const char *variable) {
    char text[512] = "-";
    const int error = library->read_text(variable, text, sizeof text);
    fprintf(file, "%s: %d: %s\n", variable, error, text);
}

static int init(const struct mpimon_plugin_library *handed, const char *arguments, void **own) {
    char path[4096];
    (void)own;
    library = handed;
    snprintf(kind, sizeof kind, "%s", arguments);
    snprintf(path, sizeof path, "%s/changer.%" PRIu32, getenv("TOOL_FOLDER"), library->rank);
    file = fopen(path, "w");
    if (file && strcmp(kind, "early") == 0)
        set(ALGORITHM, "nb");
    return !file;
}

static void look_at_all(void) {
    read_text("MPIR_CVAR_NO_SUCH_THING");
    read_text("MPIR_CVAR_MONITORING_OUTPUT");
    read_text(ALGORITHM);
    read_number("monitoring_p2p_sent_messages_total");
    read_number("monitoring_p2p_sent_messages");
    read_number("MPIR_CVAR_NO_SUCH_THING");
    fprintf(file, "word: %s\n", library->word(ALGORITHM, 0));
    set("MPIR_CVAR_NO_SUCH_THING", "1");
    set("MPIR_CVAR_MONITORING_PLUGINS", "other");
    set(LOCAL, "many");
    set(LOCAL, "7");
    read_number(LOCAL);
    set(ALGORITHM, "nb");
    set(ALGORITHM, "smp");
    library->advise("look");
}

static void set_next(void) {
    if (!library->word(ALGORITHM, word))
        word = 0;
    library->set(ALGORITHM, library->word(ALGORITHM, word++), NULL, 0);
}

static void hog(int call) {
    if (call == 0) {
        set(LOCAL, "7");
        set(ALGORITHM, "nb");
    }
    usleep(4000);
}

static void collective_finished(void *own, const struct mpimon_plugin_collective *call) {
    static int calls;
    (void)own, (void)call;
    if (strcmp(kind, "hog") == 0)
        hog(calls);
    if (calls++ > 0)
        return;
    if (strcmp(kind, "asks") == 0)
        look_at_all();
    else if (strcmp(kind, "storm") == 0)
        set_next();
    else if (strcmp(kind, "differs") == 0)
        set(ALGORITHM, library->word(ALGORITHM, (int)library->rank));
}

static void changed(void *own, const struct mpimon_plugin_change *change) {
    (void)own;
    fprintf(file, "%s is %s: %s\n", change->variable, change->value, change->refused ? change->refused : "changed");
    if (strcmp(kind, "storm") == 0)
        set_next();
}

static void finalize(void *own) {
    (void)own;
    if (strcmp(kind, "asks") == 0)
        set(ALGORITHM, "auto");
    fclose(file);
}

const struct mpimon_plugin mpich_monitoring_plugin = {
    .abi = MPIMON_PLUGIN_ABI,
    .flags = MPIMON_PLUGIN_SETS_ALL,
    .name = "changer",
    .version = "1",
    .init = init,
    .collective_finished = collective_finished,
    .changed = changed,
    .finalize = finalize,
};
