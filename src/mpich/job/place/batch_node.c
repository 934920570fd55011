/*
 * The variable SLURMD_NODENAME says it, but not always of the right node: mpiexec gives the processes that it starts on
 * other nodes its own environment, that of the batch script. Right is what the process has that Slurm itself started on
 * this node, which is this one or an ancestor of it: the one whose parent is Slurm's daemon.
 */
#include "batch_node.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../engine/process.h"

static const char daemon_name[] = "(slurmstepd)", variable[] = "SLURMD_NODENAME=";

enum { MOST_ANCESTORS = 64, INIT = 1 };

enum ancestor { OTHER, DAEMON, HIDDEN };

/* What the process is; `parent` becomes the id of its parent. */
static enum ancestor look_at(uint32_t pid, uint32_t *parent) {
    char text[MPIMON_PROCESS_STATUS];
    unsigned long id = 0;
    const char *end = mpimon_process_status(pid, text), *begin = end ? strchr(text, '(') : NULL;
    if (!begin || sscanf(end, ") %*c %lu", &id) != 1)
        return HIDDEN;
    *parent = (uint32_t)id;
    const size_t length = (size_t)(end + 1 - begin);
    return length == sizeof daemon_name - 1 && memcmp(begin, daemon_name, length) == 0 ? DAEMON : OTHER;
}

/* Where processes of other users are hidden, the daemon is the first one that cannot be seen. Returns 0 if there is
 * none. */
static uint32_t started_by_daemon(void) {
    uint32_t pid = (uint32_t)getpid(), parent = 0, grandparent = 0;
    if (look_at(pid, &parent) != OTHER)
        return 0;
    for (int i = 0; i < MOST_ANCESTORS && parent > INIT; i++) {
        if (look_at(parent, &grandparent) != OTHER)
            return pid;
        pid = parent;
        parent = grandparent;
    }
    return 0;
}

/* Looks for the variable in the environment that the process had when it began. */
static int read_variable(uint32_t pid, char *value, size_t room) {
    char path[40], *entry = NULL;
    size_t size = 0;
    int found = 0;
    snprintf(path, sizeof path, "/proc/%lu/environ", (unsigned long)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    while (!found && getdelim(&entry, &size, '\0', file) > 0) {
        found = strncmp(entry, variable, sizeof variable - 1) == 0 && entry[sizeof variable - 1];
        if (found)
            snprintf(value, room, "%s", entry + sizeof variable - 1);
    }
    free(entry);
    fclose(file);
    return found;
}

int mpimon_batch_node(char *name, size_t room) {
    const uint32_t pid = started_by_daemon();
    *name = '\0';
    return pid != 0 && read_variable(pid, name, room);
}
