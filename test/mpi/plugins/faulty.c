/* A plugin with a fault: FAULT is `abi`, `nameless`, `init`, `slow` or `absent`. */
#include "mpich_monitoring_plugin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT(word) #word
#define TEXT_OF(macro) TEXT(macro)
#define IS(word) (strcmp(TEXT_OF(FAULT), word) == 0)

static int init(const struct mpimon_plugin_library *library, const char *arguments, void **own) {
    (void)library, (void)arguments, (void)own;
    return IS("init") ? 3 : 0;
}

static void collective_finished(void *own, const struct mpimon_plugin_collective *call) {
    (void)own, (void)call;
    if (IS("slow"))
        usleep(3000);
    else
        abort();
}

#ifndef ABI
#define ABI MPIMON_PLUGIN_ABI
#endif

#ifdef SYMBOL
extern const struct mpimon_plugin SYMBOL;
#else
#define SYMBOL mpich_monitoring_plugin
#endif

const struct mpimon_plugin SYMBOL = {
    .abi = ABI,
    .name = "faulty",
    .version = "1",
    .init = init,
    .collective_finished = collective_finished,
};
