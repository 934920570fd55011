/*
 * The profile, written by all processes at once. Rank 0 makes the file under a temporary name; each process writes its
 * record at its own offset; those that do not see the file (no shared file system) hand theirs to rank 0 in pieces. The
 * file gets its name when it is whole.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../profile/write/profile_file.h"
#include "output.h"
#include "world.h"

enum { PIECE = 1 << 20 };

/* To rank 0: offset and size, then the record piece by piece. */
static void hand_over(const struct mpimon_record *record, uint64_t offset) {
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
            error = mpimon_file_write(file, piece, size, place[0] + done);
    }
    return error;
}

/* Records of processes that do not see the file, one after the other, through rank 0. */
static int gather_unseen(int file, int unseen, const struct mpimon_record *record, uint64_t offset) {
    int rank = mpimon_world_rank(), error = 0;
    int *all = rank == 0 ? calloc((size_t)mpimon_world_size(), sizeof *all) : NULL;
    if (mpimon_world_max(rank == 0 && !all))
        return ENOMEM;
    mpimon_world_gather(unseen, all);
    if (rank == 0) {
        uint8_t *piece = malloc(PIECE);
        for (int other = 1; other < mpimon_world_size(); other++)
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

/* What all processes need to know to write their records. */
struct beginning {
    struct mpimon_file_start start;
    char temporary[MPIMON_PATH_ROOM + 64];
};

/* Such as /dev/null or /dev/stdout: it would be replaced, for all users of the node. */
static int must_stay(const char *path) {
    static const char processes[] = "/proc/";
    char target[sizeof processes] = "";
    struct stat status;
    if (readlink(path, target, sizeof target - 1) > 0 && strcmp(target, processes) == 0)
        return 1;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* Rank 0: the file, with the job's record. */
static int make_file(const struct mpimon_header *segment, const char *path, struct beginning *beginning) {
    if (!*path) {
        beginning->start.error = ENAMETOOLONG;
        return -1;
    }
    if (must_stay(path)) {
        beginning->start.error = EEXIST;
        return -1;
    }
    /* Another job may be writing a profile of the same name. */
    snprintf(beginning->temporary, sizeof beginning->temporary, "%s.%016llx.part", path,
             (unsigned long long)segment->job_key);
    return mpimon_file_create(segment, beginning->temporary, &beginning->start);
}

/* All know of the file then. Returns rank 0's descriptor, -1 elsewhere. */
static int begin_file(const struct mpimon_header *segment, const char *path, struct beginning *beginning) {
    memset(beginning, 0, sizeof *beginning);
    int file = mpimon_world_rank() == 0 ? make_file(segment, path, beginning) : -1;
    mpimon_world_bcast(&beginning->start, sizeof beginning->start);
    if (!beginning->start.error)
        mpimon_world_bcast_text(beginning->temporary, sizeof beginning->temporary);
    return file;
}

/* Where the last record ends; only rank 0 comes to know it. */
static uint64_t end_of_all(uint64_t own_end) {
    int rank = mpimon_world_rank(), last = mpimon_world_size() - 1;
    uint64_t end = own_end;
    if (rank == last && rank > 0)
        mpimon_world_send(&end, sizeof end, 0);
    else if (rank == 0 && last > 0)
        mpimon_world_receive(&end, sizeof end, last);
    return end;
}

/*
 * Every process its record, from `start` on; all files but rank 0's are closed then. Returns 0 or an errno value, the
 * same everywhere; *end is where the records end, known to rank 0.
 */
static int write_records(const struct mpimon_header *segment, int file, uint64_t start, uint64_t *end) {
    struct mpimon_record record = mpimon_process_record(segment);
    uint64_t offset = start + mpimon_world_prefix(record.size);
    *end = end_of_all(offset + record.size);
    int error = record.size ? 0 : ENOMEM, unseen = file < 0;
    if (!unseen && !error)
        error = mpimon_file_write(file, record.bytes, record.size, offset);
    if (!unseen && mpimon_world_rank() != 0 && close(file) && !error)
        error = errno;
    int found[] = {error, unseen};
    mpimon_world_max_of_each(found, 2);
    error = found[0];
    if (found[1] && !error)
        error = mpimon_world_max(gather_unseen(file, unseen, &record, offset));
    free(record.bytes);
    return error;
}

int mpimon_write_profile(const struct mpimon_header *segment, const char *path) {
    struct beginning beginning;
    int rank = mpimon_world_rank(), file = begin_file(segment, path, &beginning), error = beginning.start.error;
    if (error)
        return error;
    if (rank != 0)
        file = mpimon_file_open(beginning.temporary, &beginning.start);
    uint64_t end;
    error = write_records(segment, file, beginning.start.job_size, &end);
    if (rank == 0) {
        if (!error)
            error = mpimon_file_complete(file, (uint32_t)mpimon_world_size(), end, beginning.temporary, path);
        if (close(file) && !error)
            error = errno;
        if (error)
            unlink(beginning.temporary);
    }
    mpimon_world_bcast(&error, sizeof error);
    return error;
}
