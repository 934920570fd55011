#ifndef MPIMON_IO_H
#define MPIMON_IO_H

/* Begins or ends the counting of calls of MPI-IO, as functions and by file. */
MPIMON_HIDDEN void mpimon_io_switch(int functions, int files);

#endif
