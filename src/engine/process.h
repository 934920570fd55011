/*
 * What the system says of a process: when it began, which tells it from a later one that has the same process id; its
 * parent and its name.
 */
#ifndef MPIMON_ENGINE_PROCESS_H
#define MPIMON_ENGINE_PROCESS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MPIMON_PROCESS_STATUS = 1024 };

/*
 * Put the status of the process `pid` of this host into `text`. It is the id, a name in brackets, which may hold
 * anything, the state, the parent's id and more numbers. Returns the closing bracket; NULL if there is no such process,
 * or it may not be seen.
 */
static inline const char *mpimon_process_status(uint32_t pid, char text[MPIMON_PROCESS_STATUS]) {
    char name[32];
    snprintf(name, sizeof name, "/proc/%lu/stat", (unsigned long)pid);
    FILE *file = fopen(name, "re");
    if (!file)
        return NULL;
    size_t length = fread(text, 1, MPIMON_PROCESS_STATUS - 1, file);
    fclose(file);
    text[length] = '\0';
    return strrchr(text, ')');
}

/*
 * When the process `pid` of this host began, in the kernel's clock ticks since the host did; 0 if there is no such
 * process, or only what is left of one until its parent asks how it ended. The start is 19 fields after the state.
 */
static inline uint64_t mpimon_process_start(uint32_t pid) {
    char text[MPIMON_PROCESS_STATUS], state = 'Z';
    unsigned long long start = 0;
    const char *field = mpimon_process_status(pid, text);
    if (!field || sscanf(field, ") %c", &state) != 1 || state == 'Z' || state == 'X')
        return 0;
    for (int i = 0; field && i < 20; i++)
        field = strchr(field + 1, ' ');
    return field && sscanf(field, "%llu", &start) == 1 ? start : 0;
}

#endif
