/* A plugin that writes down all that it is told, a line for each, into the file TOOL_FOLDER/recorder.RANK. */
#include "mpich_monitoring_plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int init(const struct mpimon_plugin_library *library, const char *arguments, void **own) {
    char path[4096];
    snprintf(path, sizeof path, "%s/recorder.%" PRIu32, getenv("TOOL_FOLDER"), library->rank);
    FILE *file = fopen(path, "w");
    *own = file;
    if (!file)
        return 1;
    fprintf(file, "init %s %" PRIu32 " %d %d\n", arguments, library->ranks, library->abi == MPIMON_PLUGIN_ABI,
            library->size == sizeof *library);
    return 0;
}

static void sample(void *own, uint64_t number) {
    fprintf(own, "sample %" PRIu64 "\n", number);
}

static void communicator_created(void *own, const struct mpimon_plugin_communicator *communicator) {
    fprintf(own, "created %" PRIu32 " %" PRIu32 "\n", communicator->number, communicator->members);
}

static void communicator_freed(void *own, const struct mpimon_plugin_communicator *communicator) {
    fprintf(own, "freed %" PRIu32 " %" PRIu32 "\n", communicator->number, communicator->members);
}

static void collective_finished(void *own, const struct mpimon_plugin_collective *call) {
    fprintf(own, "collective %s %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64 " %s\n", call->operation,
            call->communicator, call->members, call->mode, call->bytes, call->ns > 0 ? "timed" : "-");
}

static void region_entered(void *own, const char *name) {
    fprintf(own, "entered %s\n", name);
}

static void region_left(void *own, const char *name) {
    fprintf(own, "left %s\n", name);
}

static void finalize(void *own) {
    fprintf(own, "finalize\n");
    fclose(own);
}

const struct mpimon_plugin mpich_monitoring_plugin = {
    .abi = MPIMON_PLUGIN_ABI,
    .name = "recorder",
    .version = "3",
    .init = init,
    .sample = sample,
    .communicator_created = communicator_created,
    .communicator_freed = communicator_freed,
    .collective_finished = collective_finished,
    .region_entered = region_entered,
    .region_left = region_left,
    .finalize = finalize,
};
