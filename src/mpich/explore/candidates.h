#ifndef MPIMON_CANDIDATES_H
#define MPIMON_CANDIDATES_H

#include <stddef.h>
#include <stdint.h>

struct json_object;

/* A choice to try: trees of MPICH's for its levels, which have a choice for those calls alone that it is legal for.
 * Where there is none for the device, it chooses nothing, and goes on to the level mpir. */
struct mpimon_candidate {
    char name[MPIMON_NAME];
    void *device, *mpir; /* NULL: no tree */
};

struct mpimon_candidates {
    struct mpimon_candidate *list;
    int count;
    uint64_t hash; /* of the file's content: all processes must have the same */
};

/*
 * Read the file that mpimon tune has written: an array of objects with a `name`, and a tree `mpir`, `ch4` or
 * both, in the form of MPICH's tuning files. Returns 0; else 1, with what is wrong in `fault`.
 */
MPIMON_HIDDEN int mpimon_candidates_read(const char *path, void *(*device_choice)(struct json_object *),
                                         struct mpimon_candidates *candidates, char *fault, size_t room);

MPIMON_HIDDEN void mpimon_candidates_free(struct mpimon_candidates *candidates);

#endif
