/*
 * Settings that must be equal in all ranks, since what they make a process do the others must do with it, as it is with
 * MPICH's own variables that choose algorithms. If they differ, ranks would wait for each other for ever. So each rank
 * that has such a setting says so through the launcher, before MPI_Init has all ranks wait for each other; and before
 * it acts on it for the first time, it looks for the words of the ranks after it.
 */
#ifndef MPIMON_EQUAL_SETTINGS_H
#define MPIMON_EQUAL_SETTINGS_H

struct mpimon_equal_setting {
    const char *name;      /* letters and dashes */
    const char *does;      /* what a rank does that has it, as in "rank 1 loads plugins" */
    const char *variables; /* that have to be set */
    char value[16];        /* letters and digits: equal in all ranks; empty while this rank has said nothing */
    int is_checked;
};

/* This rank has the setting, with this value. */
MPIMON_HIDDEN void mpimon_equal_say(struct mpimon_equal_setting *setting, const char *value);

/* Ends the job, and says why, if a rank has not said the same as this one. Does nothing if this one has said nothing.
 */
MPIMON_HIDDEN void mpimon_equal_require(struct mpimon_equal_setting *setting);

#endif
