/*
 * The profile, written at once by all processes that want it. The first of them makes the file under a temporary name;
 * each writes its record at its own offset; those that do not see the file (no shared file system) hand theirs to the
 * first in pieces. The file gets its name when it is whole.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <unistd.h>

#include "../../profile/write/new_name.h"
#include "../../profile/write/profile_file.h"
#include "output.h"
#include "world.h"

enum { PIECE = 1 << 20 };

/* Sends a record to the first process: offset and size, then the bytes piece by piece. */
static void hand_over(const struct mpimon_record *record, uint64_t offset, int first) {
    uint64_t range[2] = {offset, record->size};
    mpimon_world_receive(&(char){0}, 1, first); /* its turn for this one */
    mpimon_world_send(range, sizeof range, first);
    for (size_t done = 0; done < record->size; done += PIECE)
        mpimon_world_send(record->bytes + done, (MPI_Aint)MPL_MIN(record->size - done, (size_t)PIECE), first);
}

static int take_over(int file, int rank, uint8_t *piece) {
    uint64_t range[2];
    int error = piece ? 0 : ENOMEM;
    uint8_t spare[1];
    mpimon_world_send(&(char){0}, 1, rank);
    mpimon_world_receive(range, sizeof range, rank);
    for (uint64_t done = 0; done < range[1]; done += PIECE) {
        size_t size = MPL_MIN(range[1] - done, (uint64_t)PIECE);
        mpimon_world_receive(piece ? piece : spare, piece ? (MPI_Aint)size : 1, rank);
        if (!error)
            error = mpimon_file_write(file, piece, size, range[0] + done);
    }
    return error;
}

/* What a process knows of the file that it writes to. */
struct writer {
    const struct mpimon_output *output;
    int first, is_first;
    int file; /* -1: not seen from here, or nothing to write */
    uint64_t offset;
};

/* The first process writes the records of processes that do not see the file, one after the other. */
static int gather_unseen(const struct writer *writer, int unseen) {
    int error = 0;
    int *all = writer->is_first ? calloc((size_t)mpimon_world_size(), sizeof *all) : NULL;
    if (mpimon_world_max(writer->is_first && !all))
        return ENOMEM;
    mpimon_world_gather(unseen, all, writer->first);
    if (writer->is_first) {
        uint8_t *piece = malloc(PIECE);
        for (int other = 0; other < mpimon_world_size(); other++)
            if (all[other]) {
                int failed = take_over(writer->file, other, piece);
                error = error ? error : failed;
            }
        free(piece);
    } else if (unseen) {
        hand_over(&writer->output->record, writer->offset, writer->first);
    }
    free(all);
    return error;
}

/* What all processes need to know to write their records. */
struct beginning {
    struct mpimon_file_start start;
    char temporary[MPIMON_PATH_ROOM + 64];
};

/* The first process makes the file, with the job's record. */
static int make_file(const struct mpimon_header *segment, const char *path, struct beginning *beginning) {
    beginning->start.error = *path ? mpimon_check_profile_name(path) : ENAMETOOLONG;
    if (beginning->start.error)
        return -1;
    /* Another job may be writing a profile of the same name. */
    snprintf(beginning->temporary, sizeof beginning->temporary, "%s.%016llx.part", path,
             (unsigned long long)segment->job_key);
    return mpimon_file_create(segment, beginning->temporary, &beginning->start);
}

/* Returns 0 or an errno value, the same everywhere; all know of the file then, and those that want to write have it. */
static int open_file(struct writer *writer, const struct mpimon_header *segment, const char *path,
                     struct beginning *beginning) {
    memset(beginning, 0, sizeof *beginning);
    writer->file = writer->is_first ? make_file(segment, path, beginning) : -1;
    mpimon_world_bcast_text(beginning, offsetof(struct beginning, temporary), sizeof *beginning, writer->first);
    if (beginning->start.error)
        return beginning->start.error;
    if (!writer->is_first && writer->output->chosen == MPIR_CVAR_MONITORING_OUTPUT_file)
        writer->file = mpimon_file_open(beginning->temporary, &beginning->start);
    writer->offset = beginning->start.job_size + writer->output->facts.before;
    return 0;
}

/* Writes this process's record, if it sees the file; then all but the first process close the file. */
static int write_own(const struct writer *writer) {
    const struct mpimon_record *record = &writer->output->record;
    int error = 0;
    if (writer->output->chosen == MPIR_CVAR_MONITORING_OUTPUT_file && !record->size)
        error = ENOMEM;
    else if (writer->file >= 0)
        error = mpimon_file_write(writer->file, record->bytes, record->size, writer->offset);
    if (writer->file >= 0 && !writer->is_first && close(writer->file) && !error)
        error = errno;
    return error;
}

/* The first process completes the file and gives it its name, unless there was an error. */
static int complete(const struct writer *writer, const struct beginning *beginning, const char *path,
                    char name[MPIMON_PATH_ROOM], int error) {
    const struct mpimon_facts *facts = &writer->output->facts;
    const uint64_t end = beginning->start.job_size + facts->records;
    if (!error)
        error = mpimon_file_complete(writer->file, (uint32_t)facts->files, end);
    if (close(writer->file) && !error)
        error = errno;
    if (!error)
        error = mpimon_name_profile(beginning->temporary, path, name, MPIMON_PATH_ROOM);
    if (error)
        unlink(beginning->temporary);
    return error;
}

int mpimon_write_profile(const struct mpimon_header *segment, const struct mpimon_output *output, const char *path,
                         char name[MPIMON_PATH_ROOM]) {
    struct beginning beginning;
    struct writer writer = {.output = output, .first = output->facts.first_file};
    writer.is_first = mpimon_world_rank() == writer.first;
    int error = open_file(&writer, segment, path, &beginning);
    if (error)
        return error;
    const int unseen = output->chosen == MPIR_CVAR_MONITORING_OUTPUT_file && writer.file < 0;
    int found[] = {write_own(&writer), unseen};
    mpimon_world_max_at(found, 2, writer.first);
    if (writer.is_first && (found[0] || !found[1]))
        found[0] = complete(&writer, &beginning, path, name, found[0]);
    mpimon_world_bcast(found, sizeof found, writer.first);
    if (found[0] || !found[1])
        return found[0];
    error = mpimon_world_max(gather_unseen(&writer, unseen));
    if (writer.is_first)
        error = complete(&writer, &beginning, path, name, error);
    mpimon_world_bcast(&error, sizeof error, writer.first);
    return error;
}
