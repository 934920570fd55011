/*
 * When a process began, which tells it from a later one that has the same process id.
 */
#ifndef MPIMON_ENGINE_PROCESS_H
#define MPIMON_ENGINE_PROCESS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * When the process `pid` of this host began, in the kernel's clock ticks since the host did; 0 if there is no such
 * process, or only what is left of one until its parent asks how it ended. From its stat file: a name in brackets,
 * which may hold anything, is followed by the state, and 19 fields further on by the start.
 */
static inline uint64_t mpimon_process_start(uint32_t pid) {
    char name[32], text[1024], state = 'Z';
    unsigned long long start = 0;
    snprintf(name, sizeof name, "/proc/%lu/stat", (unsigned long)pid);
    FILE *file = fopen(name, "re");
    if (!file)
        return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *field = strrchr(text, ')');
    if (!field || sscanf(field, ") %c", &state) != 1 || state == 'Z' || state == 'X')
        return 0;
    for (int i = 0; field && i < 20; i++)
        field = strchr(field + 1, ' ');
    return field && sscanf(field, "%llu", &start) == 1 ? start : 0;
}

#endif
