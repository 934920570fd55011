/*
 * The hooks in MPI-IO. ROMIO is compiled apart from the rest of MPICH and without its headers: the last line of ROMIO's
 * mpioimpl.h includes this one, which knows ROMIO's types.
 *
 * A call has a description on its stack, from the function's first line on. While neither functions (detail
 * `functions`) nor files (detail `files`) are counted, it stays empty, and the call's end sees that.
 */
#ifndef MPIMON_HOOK_IO_H
#define MPIMON_HOOK_IO_H

#include "io_calls.h"

/* A handle may be any that the program has made up; ROMIO knows them by their cookie, too. */
static inline int mpimon_io_is_file(MPI_File file) {
    return file && file->cookie == ADIOI_FILE_COOKIE;
}

static inline void mpimon_io_begin_for(struct mpimon_io_call *call, struct mpimon_io_site *site, MPI_File file) {
    const int is_file = mpimon_io_is_file(file);
    mpimon_io_begin(call, site, is_file ? file->monitoring : NULL, is_file ? file->filename : NULL);
}

static inline int mpimon_io_exit(const struct mpimon_io_call *call, int error) {
    mpimon_in_io = 0;
    if (__builtin_expect(call->site != NULL, 0))
        mpimon_io_end(call, call->made && error == MPI_SUCCESS ? (*call->made)->monitoring : NULL,
                      error != MPI_SUCCESS);
    return error;
}

#define MPIMON_IO_BEGIN(name, begin)                           \
    static struct mpimon_io_site mpimon_site = {{name, 0}, 0}; \
    struct mpimon_io_call mpimon_io;                           \
    mpimon_io.site = NULL;                                     \
    mpimon_in_io = 1;                                          \
    MPIMON_IF(mpimon_io_on, begin)
#define MPIMON_IO_DATA() (mpimon_io.count = count, mpimon_io.datatype = datatype)

/* The first line of each function, by the names that its parameters have in ROMIO. */
#define MPIMON_HOOK_IO_OPEN(function)                              \
    MPIMON_IO_BEGIN(#function, {                                   \
        mpimon_io_begin(&mpimon_io, &mpimon_site, NULL, filename); \
        mpimon_io.made = fh;                                       \
    })
#define MPIMON_HOOK_IO_DELETE(function) \
    MPIMON_IO_BEGIN(#function, mpimon_io_begin(&mpimon_io, &mpimon_site, NULL, filename))
#define MPIMON_HOOK_IO_CLOSE(function) MPIMON_IO_BEGIN(#function, mpimon_io_begin_for(&mpimon_io, &mpimon_site, *fh))
#define MPIMON_HOOK_IO_CALL(function) MPIMON_IO_BEGIN(#function, mpimon_io_begin_for(&mpimon_io, &mpimon_site, fh))
#define MPIMON_HOOK_IO_ACCESS(function)                    \
    MPIMON_IO_BEGIN(#function, {                           \
        mpimon_io_begin_for(&mpimon_io, &mpimon_site, fh); \
        MPIMON_IO_DATA();                                  \
    })
/* How much a read has found is in its status, which it gets here if the program wants none. */
#define MPIMON_HOOK_IO_READ(function)                                   \
    MPI_Status mpimon_status;                                           \
    MPIMON_IO_BEGIN(#function, {                                        \
        mpimon_io_begin_for(&mpimon_io, &mpimon_site, fh);              \
        MPIMON_IO_DATA();                                               \
        status = status == MPI_STATUS_IGNORE ? &mpimon_status : status; \
        mpimon_io.status = status;                                      \
    })

/* Stands before each of their returns. */
#define MPIMON_HOOK_IO_EXIT(error) mpimon_io_exit(&mpimon_io, error)

/* ROMIO has made a communicator. */
#define MPIMON_HOOK_IO_COMMUNICATOR(comm) mpimon_io_communicator(comm)

#endif
