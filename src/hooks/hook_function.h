/*
 * MPI functions (detail `functions`): calls and time, through the macros with which every function of MPICH's C binding
 * opens and closes. A function called inside another is part of that one.
 */
#ifndef MPIMON_HOOKS_HOOK_FUNCTION_H
#define MPIMON_HOOKS_HOOK_FUNCTION_H

/* A function of the binding; what it remembers is good for one shard in one run of the engine. */
struct mpimon_function_site {
    const char *function;
    uint32_t run;
    const struct mpimon_shard *shard;
    struct mpimon_function *counters;
};

MPIMON_HIDDEN void mpimon_function_enter(struct mpimon_function_site *site);
MPIMON_QUIET_FUNCTION(mpimon_function_enter)
MPIMON_HIDDEN void mpimon_function_exit(const unsigned char *is_on);
MPIMON_QUIET_FUNCTION(mpimon_function_exit)

#undef MPIR_FUNC_TERSE_ENTER
#undef MPIR_FUNC_TERSE_EXIT
#define MPIR_FUNC_TERSE_ENTER                                                          \
    do {                                                                               \
        static struct mpimon_function_site mpimon_site = {__func__, 0, NULL, NULL};    \
        MPIMON_QUIET_IF_CALL(mpimon_functions_on, mpimon_function_enter, mpimon_site); \
    } while (0)
#define MPIR_FUNC_TERSE_EXIT MPIMON_QUIET_IF_CALL(mpimon_functions_on, mpimon_function_exit, mpimon_functions_on)

#endif
