/*
 * A file that says which rank each process is to get. Knows nothing of MPICH.
 */
#ifndef MPIMON_RANK_FILE_H
#define MPIMON_RANK_FILE_H

#include <stddef.h>

#include "../../engine/count.h"

/*
 * The rank that the process `rank` of `size` gets by the file, which has a slot for each rank, one on each line: what
 * `mpimon place --format text` writes. The process is on the slot of its own number. -1 and a text in `fault` if the
 * file cannot be read or is of another number of processes.
 */
MPIMON_HIDDEN int mpimon_rank_in_file(const char *path, int rank, int size, char *fault, size_t room);

#endif
