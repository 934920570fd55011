/* A plugin in C: which collective call took longest. See docs/plugins.md. */
#include <mpich_monitoring_plugin.h>
#include <stdio.h>

static const struct mpimon_plugin_library *library;
static char text[256];
static uint64_t longest;

static int init(const struct mpimon_plugin_library *handed, const char *arguments, void **own) {
    (void)arguments, (void)own;
    library = handed;
    return 0;
}

static void collective_finished(void *own, const struct mpimon_plugin_collective *call) {
    (void)own;
    if (call->ns <= longest)
        return;
    longest = call->ns;
    snprintf(text, sizeof text, "the longest collective call: %s of %llu bytes, %.1f us", call->operation,
             (unsigned long long)call->bytes, (double)call->ns / 1e3);
}

static void finalize(void *own) {
    (void)own;
    library->advise(text);
}

const struct mpimon_plugin mpich_monitoring_plugin = {.abi = MPIMON_PLUGIN_ABI,
                                                      .name = "longest-call",
                                                      .version = "1.0",
                                                      .init = init,
                                                      .collective_finished = collective_finished,
                                                      .finalize = finalize};
