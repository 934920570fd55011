/*
 * A plugin that reads, after each collective call, variables which need a handle: watermarks and a text. Writes them to
 * TOOL_FOLDER/marks.RANK.
 */
#include "mpich_monitoring_plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const struct mpimon_plugin_library *library;
static FILE *file;

static int init(const struct mpimon_plugin_library *handed, const char *arguments, void **own) {
    char path[4096];
    (void)arguments, (void)own;
    library = handed;
    snprintf(path, sizeof path, "%s/marks.%" PRIu32, getenv("TOOL_FOLDER"), library->rank);
    file = fopen(path, "w");
    return !file;
}

static void collective_finished(void *own, const struct mpimon_plugin_collective *call) {
    char text[64] = "-";
    double high = -1, low = -1, none = -1;
    (void)own, (void)call;
    const int counts[] = {library->read("monitoring_posted_receives_high", &high, 1),
                          library->read("monitoring_posted_receives_low", &low, 1),
                          library->read("monitoring_no_such_thing", &none, 1),
                          library->read_text("pml_monitoring_flush", text, sizeof text)};
    fprintf(file, "%d: %g, %d: %g, %d, %d: %s\n", counts[0], high, counts[1], low, counts[2], counts[3], text);
}

static void finalize(void *own) {
    (void)own;
    fclose(file);
}

const struct mpimon_plugin mpich_monitoring_plugin = {
    .abi = MPIMON_PLUGIN_ABI,
    .name = "marks",
    .version = "1",
    .init = init,
    .collective_finished = collective_finished,
    .finalize = finalize,
};
