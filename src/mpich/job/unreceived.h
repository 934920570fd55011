#ifndef MPIMON_UNRECEIVED_H
#define MPIMON_UNRECEIVED_H

/*
 * In MPI_Finalize, when nobody sends any more: waits for messages of this world that are still under way, and counts
 * those that reached this process and that nobody received (direction `unreceived`). Collective over the world.
 */
MPIMON_HIDDEN void mpimon_count_unreceived(void);

#endif
