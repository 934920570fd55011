/*
 * The lock of MPI_T. Monitoring takes it, too, where counters come or go while tools may read them.
 */
#include "mpidimpl.h"

#ifdef MPICH_IS_THREADED

static void make(void) {
    int error;
    MPID_Thread_mutex_create(&mpi_t_mutex, &error);
    MPIR_Assert(error == 0);
}

int mpimon_mpi_t_make_lock(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make);
    return 1;
}

void mpimon_mpi_t_lock(void) {
    int error;
    mpimon_mpi_t_make_lock();
    MPID_Thread_mutex_lock(&mpi_t_mutex, &error);
}

void mpimon_mpi_t_unlock(void) {
    int error;
    MPID_Thread_mutex_unlock(&mpi_t_mutex, &error);
}

int mpimon_mpi_t_try_lock(void) {
    mpimon_mpi_t_make_lock();
    return pthread_mutex_trylock(&mpi_t_mutex.mutex) == 0;
}

#else

void mpimon_mpi_t_lock(void) {}
void mpimon_mpi_t_unlock(void) {}
int mpimon_mpi_t_try_lock(void) {
    return 1;
}

#endif
