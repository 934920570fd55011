#ifndef MPIMON_UNRECEIVED_H
#define MPIMON_UNRECEIVED_H

/*
 * Waits for messages of this world that are still under way, and counts those that reached this process and that nobody
 * received (direction `unreceived`). All processes call it in MPI_Finalize, when nobody sends any more.
 */
MPIMON_HIDDEN void mpimon_count_unreceived(void);

#endif
