/*
 * Fixes of faults in MPICH's MPI_T, as far as they need to know nothing of our variables. patches/mpit.cocci puts them
 * into MPICH's code.
 */
#ifndef MPIMON_FIXES_MPI_T_H
#define MPIMON_FIXES_MPI_T_H

/*
 * MPI_T's lock. MPICH takes it only if the tool that began MPI_T last wanted MPI_THREAD_MULTIPLE, whatever others
 * wanted, and makes it only if the first one did. Here it is made once, stays, and is always taken.
 */
MPIMON_HIDDEN int mpimon_mpi_t_make_lock(void);
#define MPIMON_FIX_ALWAYS_LOCK() (MPIR_T_is_threaded = mpimon_mpi_t_make_lock())
#define MPIMON_FIX_KEEP_LOCK() (void)0

/* Tools that call MPI_T wait while this is held. */
MPIMON_HIDDEN void mpimon_mpi_t_lock(void);
MPIMON_HIDDEN void mpimon_mpi_t_unlock(void);
MPIMON_HIDDEN int mpimon_mpi_t_try_lock(void); /* 0 if it is taken */
#define MPIMON_FIX_LOCK_TOOLS() mpimon_mpi_t_lock()
#define MPIMON_FIX_UNLOCK_TOOLS() mpimon_mpi_t_unlock()

/* The number goes down atomically, since several tools may end MPI_T at the same time. */
#define MPIMON_FIX_LEAVE_TOOLS() __atomic_sub_fetch(&MPIR_T_init_balance, 1, __ATOMIC_ACQ_REL)

/* MPI_T's tables stay: MPI may still use the control variables, and MPI_T may be initialized again (issue 7954). */
#define MPIMON_FIX_KEEP_TABLES() (void)0

/* The table of QMPI's tools stays, too: MPI_Finalized and MPI_T may still be called, and look there. */
#define MPIMON_FIX_KEEP_LAYERS() (void)0

/* MPICH reads this memory as zeros, but allocates it without clearing it. */
#define MPIMON_FIX_CALLOC(size, memory_class) MPL_calloc(1, size, memory_class)

/* A bad index is an error, not a crash. */
#define MPIMON_FIX_PVAR_INDEX(index)                                       \
    do {                                                                   \
        if ((index) < 0 || (unsigned)(index) >= utarray_len(pvar_table)) { \
            mpi_errno = MPI_T_ERR_INVALID_INDEX;                           \
            goto fn_fail;                                                  \
        }                                                                  \
    } while (0)

#endif
