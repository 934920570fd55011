/* Calls of MPI-IO. */
#ifndef MPIMON_LAYOUT_FILES_H
#define MPIMON_LAYOUT_FILES_H

#include "block.h"

/* Calls for a file that move no data of the program's. */
enum mpimon_file_operation {
    MPIMON_FILE_OPEN,
    MPIMON_FILE_CLOSE,
    MPIMON_FILE_SYNC,
    MPIMON_FILE_SET_VIEW,
    MPIMON_FILE_SEEK,
    MPIMON_FILE_OTHER, /* size, position, hints and all else */
    MPIMON_FILE_OPERATIONS
};

/* Detail `files`: one file, by the name that the program gave it, of which there are no more than MPIMON_FILES in a
 * process. All others are together in one more item. */
enum { MPIMON_FILES = 1000 };
struct mpimon_file {
    char name[MPIMON_TEXT]; /* a longer one without its middle */
    uint32_t is_rest;       /* this is the item of all other files; it has no name */
    uint32_t reserved;
    uint64_t calls[MPIMON_FILE_OPERATIONS];
    uint64_t failed[MPIMON_FILE_OPERATIONS]; /* of the calls, those that returned an error */
    uint64_t time[MPIMON_FILE_OPERATIONS];   /* in ticks */
};
MPIMON_PIN(file, 408,
           MPIMON_AT(file, is_rest, 256) && MPIMON_AT(file, calls, 264) && MPIMON_AT(file, failed, 312) &&
               MPIMON_AT(file, time, 360));

/* Calls that read or write a file, by how they do it. */
enum mpimon_file_family {
    MPIMON_FILE_INDEPENDENT,
    MPIMON_FILE_COLLECTIVE,
    MPIMON_FILE_SHARED,      /* with the shared file pointer, in the order of the ranks or as they come */
    MPIMON_FILE_NONBLOCKING, /* all of these that return a request */
    MPIMON_FILE_SPLIT,       /* in two calls, begin and end: they count as one */
    MPIMON_FILE_FAMILIES
};
MPIMON_STATIC_ASSERT(MPIMON_FILE_OPERATIONS == 6 && MPIMON_FILE_FAMILIES == 5, "files have these by their numbers");

/* Detail `files`: what calls of one family have read from a file, or written to it. */
struct mpimon_file_access {
    uint32_t file;  /* index of an mpimon_file */
    uint8_t family; /* enum mpimon_file_family */
    uint8_t is_write;
    uint16_t reserved;
    uint64_t calls;
    uint64_t failed; /* of the calls, those that returned an error; they are in no bin */
    uint64_t bytes;
    uint64_t time;              /* in ticks */
    uint64_t bins[MPIMON_BINS]; /* bytes of one call, as in the histograms */
};
MPIMON_PIN(file_access, 560,
           MPIMON_AT(file_access, family, 4) && MPIMON_AT(file_access, is_write, 5) &&
               MPIMON_AT(file_access, calls, 8) && MPIMON_AT(file_access, failed, 16) &&
               MPIMON_AT(file_access, bytes, 24) && MPIMON_AT(file_access, time, 32) &&
               MPIMON_AT(file_access, bins, 40));

#endif
