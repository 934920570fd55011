/*
 * The profile, written by all processes at once. Rank 0 makes the file under a temporary name; each process writes its
 * record at its own offset; those that do not see the file (no shared file system) hand theirs to rank 0 in pieces. The
 * file gets its name when it is whole.
 */
#include "mpidimpl.h"

#include <errno.h>

#include "../profile/profile_file.h"
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
static int gather_unseen(int file, const struct mpimon_record *record, uint64_t offset) {
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

int mpimon_write_profile(const struct mpimon_header *segment, const char *path) {
    char temporary[4096 + 128];
    struct mpimon_file_start start = {0, 0, 0};
    int rank = MPIR_Process.rank, file = -1;
    /* Another job may be writing a profile of the same name. */
    snprintf(temporary, sizeof temporary, "%s.%016llx.part", path, (unsigned long long)segment->job_key);
    if (rank == 0)
        file = mpimon_file_create(segment, temporary, &start);
    mpimon_world_bcast(&start, sizeof start);
    int error = start.error;
    if (!error) {
        struct mpimon_record record = mpimon_process_record(segment);
        uint64_t total, offset = mpimon_world_prefix(record.size, &total);
        if (rank != 0)
            file = mpimon_file_open(temporary, &start);
        error = record.size ? 0 : ENOMEM;
        if (file >= 0 && !error)
            error = mpimon_file_write(file, record.bytes, record.size, start.job_size + offset);
        int gathered = gather_unseen(file, &record, start.job_size + offset);
        error = mpimon_world_max(error ? error : gathered);
        if (rank == 0 && !error)
            error = mpimon_file_complete(file, (uint32_t)MPIR_Process.size, start.job_size + total, temporary, path);
        free(record.bytes);
    }
    if (file >= 0 && close(file) && !error)
        error = errno;
    error = mpimon_world_max(error);
    if (rank == 0 && error)
        unlink(temporary);
    return error;
}
