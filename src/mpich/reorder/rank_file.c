#include "rank_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the line with this slot among `size` lines that have each slot once. */
static int line_of(FILE *file, int slot, int size, char *taken, char *fault, size_t room) {
    int found = -1, line = 0, number;
    char after = '\n'; /* the last line may end with the file */
    for (; fscanf(file, "%d%c", &number, &after) >= 1 && after == '\n'; line++) {
        if (line == size || number < 0 || number >= size || taken[number]) {
            snprintf(fault, room, "line %d: slots 0 to %d are to be there once each", line + 1, size - 1);
            return -1;
        }
        taken[number] = 1;
        if (number == slot)
            found = line;
    }
    if (line == size && feof(file))
        return found;
    snprintf(fault, room, "line %d: not %d lines with the slot of a rank each", line + 1, size);
    return -1;
}

int mpimon_rank_in_file(const char *path, int rank, int size, char *fault, size_t room) {
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(fault, room, "%s", strerror(errno));
        return -1;
    }
    char *taken = calloc((size_t)size, 1);
    int found = -1;
    if (taken)
        found = line_of(file, rank, size, taken, fault, room);
    else
        snprintf(fault, room, "%s", strerror(ENOMEM));
    free(taken);
    fclose(file);
    return found;
}
