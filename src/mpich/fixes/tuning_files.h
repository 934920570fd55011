/*
 * Collective tuning files that MPICH can take: those that are not sound count as if none were given, in one line, and
 * all processes take what the first one has read. patches/tuning.cocci puts the macros into MPICH's code.
 */
#ifndef MPIMON_FIXES_TUNING_FILES_H
#define MPIMON_FIXES_TUNING_FILES_H

struct json_object;
typedef void *mpimon_create_container(struct json_object *);

/* The rank is known: the first process reads the files, and publishes them. */
MPIMON_HIDDEN void mpimon_tuning_read(void);
#define MPIMON_FIX_TUNING_READ(error) \
    do {                              \
        if (!(error))                 \
            mpimon_tuning_read();     \
    } while (0)

/*
 * The file that the variable names becomes the tree `*root`, by MPICH's rules, when the processes have agreed; until
 * then, and if it is not sound, it is what is built in. Returns MPICH's error.
 */
MPIMON_HIDDEN int mpimon_tuning_file(const char *variable, const char *builtin, mpimon_create_container *create,
                                     void **root);
#define MPIMON_FIX_TUNING_FILE(variable, builtin, create, root) mpimon_tuning_file(#variable, builtin, create, root)

/* `make` is called, which makes the world's communicator, or that of this process alone. From the first of them on that
 * all processes know of, what the first process has published is what they take. */
MPIMON_HIDDEN void mpimon_tuning_agreed(int of_world);
#define MPIMON_FIX_TUNING_AGREED(make) mpimon_tuning_agreed((make) == MPIR_init_comm_world)

#endif
