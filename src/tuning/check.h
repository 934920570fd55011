/*
 * Whether an MPICH of one series would take a tuning file, and whether all that it chooses is legal. C, as libmpi asks,
 * too.
 */
#ifndef MPIMON_TUNING_CHECK_H
#define MPIMON_TUNING_CHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which of MPICH's variables names the file. */
enum mpimon_tuning_level { MPIMON_TUNING_MPIR, MPIMON_TUNING_CH4, MPIMON_TUNING_POSIX };

/* More levels end MPICH's parser. */
enum { MPIMON_TUNING_DEPTH = 31 };

/* A key and what is in it, in the order of the file. */
struct mpimon_tuning_key {
    const char *text; /* without white space, as MPICH reads it; empty for the outermost object */
    size_t line;
    int is_object; /* the key's value */
    const struct mpimon_tuning_key *first, *next;
};

/* Something that a file has wrong, or that has no effect. Texts are there until the report returns. */
struct mpimon_tuning_problem {
    size_t line;       /* 0: of the whole file */
    const char *where; /* the keys that lead there: "collective=bcast, comm_type=intra" */
    const char *text;
    int is_error; /* else MPICH takes the file all the same */
};
typedef void mpimon_tuning_report(void *context, const struct mpimon_tuning_problem *problem);

/*
 * Goes all ways through the tree with what is known of the calls that take them. A choice is legal if it is for all of
 * these; where there is none, MPICH aborts at the level `mpir`, and goes on to it at the others. `series`: 40 for 4.0.
 * Returns how many choices there are.
 */
__attribute__((visibility("hidden"))) size_t mpimon_tuning_check(const struct mpimon_tuning_key *root, uint32_t series,
                                                                 enum mpimon_tuning_level level,
                                                                 mpimon_tuning_report *report, void *context);

#ifdef __cplusplus
}
#endif

#endif
