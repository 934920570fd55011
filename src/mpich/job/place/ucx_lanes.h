/*
 * The lanes of a UCX endpoint, as ucp_ep_print_info() prints them. Knows nothing of MPICH and UCX.
 */
#ifndef MPIMON_UCX_LANES_H
#define MPIMON_UCX_LANES_H

#include "../../../engine/count.h"

/*
 * Read a line of what was printed. Returns 1, and the lane's transport as in "posix/memory", if the line is a lane that
 * carries messages; 0 if it is another line, a lane that only watches or prepares the connection, or not as UCX 1.11 to
 * 1.13 print it.
 */
MPIMON_HIDDEN int mpimon_ucx_lane(const char *line, char transport[MPIMON_NAME]);

#endif
