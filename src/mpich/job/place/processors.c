#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* for sched_getaffinity(); MPICH defines it, too */
#endif
#include "processors.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The system wants room for as many processors as it could have, and does not say how many these are. */
enum { FIRST_ROOM = 1024, MOST_ROOM = 1 << 20 };

static int list_allowed(const cpu_set_t *set, int room, struct mpimon_processors *processors) {
    processors->count = room;
    processors->allowed = (unsigned char *)calloc((size_t)room, 1);
    for (int i = 0; processors->allowed && i < room; i++)
        processors->allowed[i] = CPU_ISSET_S(i, CPU_ALLOC_SIZE(room), set) != 0;
    return processors->allowed != NULL;
}

int mpimon_processors_ask(struct mpimon_processors *processors) {
    int known = 0, error = EINVAL;
    for (int room = FIRST_ROOM; error == EINVAL && room <= MOST_ROOM; room *= 2) {
        cpu_set_t *set = CPU_ALLOC(room);
        error = !set ? ENOMEM : sched_getaffinity(0, CPU_ALLOC_SIZE(room), set) ? errno : 0;
        if (!error)
            known = list_allowed(set, room, processors);
        CPU_FREE(set);
    }
    return known;
}

void mpimon_processors_text(const struct mpimon_processors *processors, char *text, size_t room) {
    static const char cut[] = "...";
    size_t used = 0;
    *text = '\0';
    for (int first = 0; first < processors->count; first++) {
        char range[32];
        int last = first;
        if (!processors->allowed[first])
            continue;
        while (last + 1 < processors->count && processors->allowed[last + 1])
            last++;
        const char *comma = used ? "," : "";
        const int length = first == last ? snprintf(range, sizeof range, "%s%d", comma, first)
                                         : snprintf(range, sizeof range, "%s%d-%d", comma, first, last);
        if (used + (size_t)length + sizeof cut > room) {
            memcpy(text + used, cut, sizeof cut);
            return;
        }
        memcpy(text + used, range, (size_t)length + 1);
        used += (size_t)length;
        first = last;
    }
}
