/*
 * MPI functions (detail `functions`): calls and time, through the macros with which every function of MPICH's C binding
 * opens and closes. A function called inside another is part of that one.
 */
#ifndef MPIMON_HOOKS_HOOK_FUNCTION_H
#define MPIMON_HOOKS_HOOK_FUNCTION_H

MPIMON_HIDDEN void mpimon_function_enter(const char *name);
MPIMON_HIDDEN void mpimon_function_exit(void);

#undef MPIR_FUNC_TERSE_ENTER
#undef MPIR_FUNC_TERSE_EXIT
#define MPIR_FUNC_TERSE_ENTER MPIMON_IF(mpimon_functions_on, mpimon_function_enter(__func__))
#define MPIR_FUNC_TERSE_EXIT MPIMON_IF(mpimon_functions_on, mpimon_function_exit())

#endif
