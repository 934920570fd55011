/*
 * Trying algorithms within the job's own collective calls: where MPICH looks for what its tuning files and built-in
 * trees choose, another choice may be put in.
 */
#ifndef MPIMON_HOOK_EXPLORE_H
#define MPIMON_HOOK_EXPLORE_H

struct json_object;

/* 1 while there are candidates to try. */
extern MPIMON_HIDDEN unsigned char mpimon_exploring;

/* Whether the search in a tree has another result, which then is in `found`. `call`: an MPIR_Csel_coll_sig_s. */
MPIMON_HIDDEN int mpimon_explored(const void *tree, const void *call, void **found);

/* The device has made its tree with this function, which makes its choices from what a file says. */
MPIMON_HIDDEN void mpimon_explore_start(void *(*device_choice)(struct json_object *));

#define MPIMON_HOOK_SELECT(tree, call)                                                                  \
    do {                                                                                                \
        void *mpimon_found;                                                                             \
        if (unlikely(mpimon_is_on(&mpimon_exploring) && mpimon_explored(tree, &(call), &mpimon_found))) \
            return mpimon_found;                                                                        \
    } while (0)
#define MPIMON_HOOK_CHOICES(error, device_choice) \
    do {                                          \
        if (!(error))                             \
            mpimon_explore_start(device_choice);  \
    } while (0)

#endif
