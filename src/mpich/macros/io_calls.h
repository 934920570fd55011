/*
 * Calls of MPI-IO as ROMIO and the rest of MPICH both see them: their headers do not go together, but for mpi.h.
 */
#ifndef MPIMON_IO_CALLS_H
#define MPIMON_IO_CALLS_H

#include "hook_function.h"

/* 1 while calls of MPI-IO are watched. */
extern MPIMON_HIDDEN unsigned char mpimon_io_on;

/* A function of MPI-IO. */
struct mpimon_io_site {
    struct mpimon_function_site function;
    uint8_t kind; /* what it does, which io.c knows by its name; 0 before the first call */
};

/* A call: where, for which file, and with what. */
struct mpimon_io_call {
    struct mpimon_io_site *site; /* NULL: it is not watched */
    uint64_t start;
    int64_t count; /* of elements of the datatype, where something is read or written */
    int datatype;
    uint32_t file;  /* the engine's index, or UINT32_MAX */
    void *status;   /* of a blocking read, else NULL */
    MPI_File *made; /* where MPI_File_open puts the handle, else NULL */
};

/* What the handle of a file remembers of it: the run of the engine, and the file's index there. */
enum { MPIMON_IO_RUN, MPIMON_IO_INDEX, MPIMON_IO_MEMORY };

/* The call begins. `memory` is its file's; NULL without a handle. */
MPIMON_HIDDEN void mpimon_io_begin(struct mpimon_io_call *call, struct mpimon_io_site *site, uint32_t *memory,
                                   const char *name);
/* It ends. `made` is the memory of the file that it has opened, or NULL. */
MPIMON_HIDDEN void mpimon_io_end(const struct mpimon_io_call *call, uint32_t *made, int failed);

/* Whether the calling thread is in a call of MPI-IO: what communicator is made there is ROMIO's own, from its first
 * message on, and a collective call there is none of the program's, over whatever communicator. */
extern MPIMON_HIDDEN MPIMON_THREAD unsigned char mpimon_in_io;

/* The communicator with this handle is ROMIO's own: its messages are those of MPI-IO. */
MPIMON_HIDDEN void mpimon_io_communicator(int comm);

#endif
