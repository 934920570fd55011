/*
 * The file that a profile is written to: by all processes of a job at once, each its record at its own offset, which is
 * the sum of the sizes of all records before it. Part of libmpi, called from C; who exchanges the sizes is the caller.
 *
 * The first process makes the file under a temporary name, the others open it, and it gets its name when it is whole.
 */
#ifndef MPIMON_PROFILE_PROFILE_FILE_H
#define MPIMON_PROFILE_PROFILE_FILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mpimon_record {
    uint8_t *bytes;
    size_t size;
};

/* What all processes need to know of the file before they write to it. */
struct mpimon_file_start {
    uint64_t job_size;    /* bytes of the first record; the others come after it */
    uint32_t fingerprint; /* of that record, with times and ids: tells the file from one on another machine */
    int error;            /* 0, or the errno value for which there is no file */
};

/* The Process record of a segment, its bytes to be freed by the caller; `with_settings`: also says the process's own.
 * The size is 0 where memory ran out, or where the counters changed meanwhile and no longer fit. */
struct mpimon_record mpimon_process_record(const void *segment, int with_settings);

/* Make a file anew that only this user may read, and that no link leads elsewhere. Returns its descriptor, or -1. */
int mpimon_create_file(const char *path);

/* Make the file anew, with the Job record. Returns its descriptor, or -1, and there is no file then. */
int mpimon_file_create(const void *segment, const char *path, struct mpimon_file_start *start);

/* Open the file that another process has made. Returns its descriptor, or -1 if it is not seen from here. */
int mpimon_file_open(const char *path, const struct mpimon_file_start *start);

/* Write all bytes at this offset. Returns 0 or an errno value. */
int mpimon_file_write(int file, const uint8_t *bytes, size_t size, uint64_t offset);

/* Write the End record for so many processes at `end`. Returns 0 or an errno value. */
int mpimon_file_complete(int file, uint32_t processes, uint64_t end);

#ifdef __cplusplus
}
#endif

#endif
