/*
 * The profile, written by all processes at once. Rank 0 makes the file under a temporary name; each process writes its
 * record at its own offset; those that do not see the file (no shared file system) hand theirs to rank 0 in pieces. The
 * file gets its name when it is whole.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "../profile/encode.h"
#include "output.h"
#include "world.h"

enum { PIECE = 1 << 20 };

struct record {
    uint8_t *bytes;
    size_t size;
};

/* The record has size 0 where memory ran out, or where the counters changed meanwhile and no longer fit. */
static struct record encode(size_t (*encoder)(const void *, uint8_t *, size_t), const void *segment) {
    struct record record = {NULL, encoder(segment, NULL, 0)};
    if (record.size)
        record.bytes = malloc(record.size);
    size_t written = record.bytes ? encoder(segment, record.bytes, record.size) : 0;
    record.size = written <= record.size ? written : 0;
    return record;
}

static int write_at(int file, const uint8_t *bytes, size_t size, uint64_t offset) {
    while (size) {
        ssize_t written = pwrite(file, bytes, size, (off_t)offset);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            bytes += written;
            offset += (uint64_t)written;
            size -= (size_t)written;
        }
    }
    return 0;
}

/* What tells rank 0's file from another one of the same name on another machine: the first record, with times and ids.
 */
struct start {
    uint64_t job_size;
    uint32_t fingerprint;
    int error;
};

static uint32_t fingerprint(const uint8_t *bytes, size_t size) {
    uint32_t hash = 2166136261U; /* FNV-1a, 32 bits */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619U;
    return hash;
}

int mpimon_create_file(const char *path) {
    unlink(path);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Rank 0: make the file, with the Job record. Returns its descriptor, or -1. */
static int create(const struct mpimon_header *segment, const char *path, struct start *start) {
    struct record job = encode(mpimon_encode_job, segment);
    start->error = job.size ? 0 : ENOMEM;
    int file = start->error ? -1 : mpimon_create_file(path);
    if (file < 0 && !start->error)
        start->error = errno;
    if (file >= 0)
        start->error = write_at(file, job.bytes, job.size, 0);
    start->job_size = job.size;
    start->fingerprint = fingerprint(job.bytes, job.size);
    free(job.bytes);
    return file;
}

/* Whether it is a plain file of this user's. */
static int is_own(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

/* Other ranks: the file that rank 0 made, or -1 if it is not seen from here. */
static int open_shared(const char *path, const struct start *start) {
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    uint8_t *bytes = file < 0 ? NULL : malloc(start->job_size);
    int same = bytes && is_own(file) && pread(file, bytes, start->job_size, 0) == (ssize_t)start->job_size &&
               fingerprint(bytes, start->job_size) == start->fingerprint;
    free(bytes);
    if (file >= 0 && !same) {
        close(file);
        file = -1;
    }
    return file;
}

/* To rank 0: offset and size, then the record piece by piece. */
static void hand_over(const struct record *record, uint64_t offset) {
    uint64_t place[2] = {offset, record->size};
    mpimon_world_receive(&(char){0}, 1, 0); /* rank 0's turn for this one */
    mpimon_world_send(place, sizeof place, 0);
    for (size_t done = 0; done < record->size; done += PIECE)
        mpimon_world_send(record->bytes + done, (MPI_Aint)MPL_MIN(record->size - done, (size_t)PIECE), 0);
}

static int take_over(int file, int rank, uint8_t *piece) {
    uint64_t place[2];
    int error = piece ? 0 : ENOMEM;
    uint8_t spare[1];
    mpimon_world_send(&(char){0}, 1, rank);
    mpimon_world_receive(place, sizeof place, rank);
    for (uint64_t done = 0; done < place[1]; done += PIECE) {
        size_t size = MPL_MIN(place[1] - done, (uint64_t)PIECE);
        mpimon_world_receive(piece ? piece : spare, piece ? (MPI_Aint)size : 1, rank);
        if (!error)
            error = write_at(file, piece, size, place[0] + done);
    }
    return error;
}

/* Records of processes that do not see the file, one after the other, through rank 0. */
static int gather_unseen(int file, const struct record *record, uint64_t offset) {
    int rank = MPIR_Process.rank, unseen = file < 0, error = 0;
    if (!mpimon_world_max(unseen))
        return 0;
    int *all = rank == 0 ? calloc((size_t)MPIR_Process.size, sizeof *all) : NULL;
    if (mpimon_world_max(rank == 0 && !all))
        return ENOMEM;
    mpimon_world_gather(unseen, all);
    if (rank == 0) {
        uint8_t *piece = malloc(PIECE);
        for (int other = 1; other < MPIR_Process.size; other++)
            if (all[other]) {
                int failed = take_over(file, other, piece);
                error = error ? error : failed;
            }
        free(piece);
    } else if (unseen) {
        hand_over(record, offset);
    }
    free(all);
    return error;
}

/* Rank 0: close the profile and give it its name. */
static int complete(int file, uint64_t end, const char *temporary, const char *path) {
    uint8_t bytes[64];
    size_t size = mpimon_encode_end((uint32_t)MPIR_Process.size, bytes, sizeof bytes);
    int error = write_at(file, bytes, size, end);
    if (!error && rename(temporary, path))
        error = errno;
    return error;
}

int mpimon_write_profile(const struct mpimon_header *segment, const char *path) {
    char temporary[4096 + 128];
    struct start start = {0, 0, 0};
    int rank = MPIR_Process.rank, file = -1;
    /* Another job may be writing a profile of the same name. */
    snprintf(temporary, sizeof temporary, "%s.%016llx.part", path, (unsigned long long)segment->job_key);
    if (rank == 0)
        file = create(segment, temporary, &start);
    mpimon_world_bcast(&start, sizeof start);
    int error = start.error;
    if (!error) {
        struct record record = encode(mpimon_encode_process, segment);
        uint64_t total, offset = mpimon_world_prefix(record.size, &total);
        if (rank != 0)
            file = open_shared(temporary, &start);
        error = record.size ? 0 : ENOMEM;
        if (file >= 0 && !error)
            error = write_at(file, record.bytes, record.size, start.job_size + offset);
        int gathered = gather_unseen(file, &record, start.job_size + offset);
        error = mpimon_world_max(error ? error : gathered);
        if (rank == 0 && !error)
            error = complete(file, start.job_size + total, temporary, path);
        free(record.bytes);
    }
    if (file >= 0 && close(file) && !error)
        error = errno;
    error = mpimon_world_max(error);
    if (rank == 0 && error)
        unlink(temporary);
    return error;
}
