#ifndef MPIMON_IO_H
#define MPIMON_IO_H

/* Watch the calls of MPI-IO from now on, as functions or by file, or no more. */
MPIMON_HIDDEN void mpimon_io_switch(int functions, int files);

#endif
