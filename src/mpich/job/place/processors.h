/*
 * The processors that the calling thread may run on. Knows nothing of MPICH.
 */
#ifndef MPIMON_PROCESSORS_H
#define MPIMON_PROCESSORS_H

#include <stddef.h>

#include "../../../engine/count.h"

struct mpimon_processors {
    unsigned char *allowed; /* one for each processor */
    int count;              /* of these */
};

/* Ask the system. Returns 0 if it does not tell; else `allowed` is to be freed by free(). */
MPIMON_HIDDEN int mpimon_processors_ask(struct mpimon_processors *processors);

/* Those that are allowed, as "0-3,8"; "..." at the end where there is no room for more. */
MPIMON_HIDDEN void mpimon_processors_text(const struct mpimon_processors *processors, char *text, size_t room);

#endif
