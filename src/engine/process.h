/*
 * Which process it was: a process id alone may be another process's by now.
 */
#ifndef MPIMON_ENGINE_PROCESS_H
#define MPIMON_ENGINE_PROCESS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * When the process `pid` of this host began, in the kernel's clock ticks since the host did: field 22 of its stat file,
 * the 20th behind the name, which is in brackets and may hold anything. 0 if there is no such process.
 */
static inline uint64_t mpimon_process_start(uint32_t pid) {
    char name[32], text[1024];
    snprintf(name, sizeof name, "/proc/%lu/stat", (unsigned long)pid);
    FILE *file = fopen(name, "re");
    if (!file)
        return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *field = strrchr(text, ')');
    for (int i = 0; field && i < 20; i++)
        field = strchr(field + 1, ' ');
    unsigned long long start = 0;
    return field && sscanf(field, "%llu", &start) == 1 ? start : 0;
}

#endif
