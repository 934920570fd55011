/*
 * The output that the user chose, written in MPI_Finalize.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "../profile/prof_text.h"
#include "output.h"
#include "settings.h"
#include "world.h"

/* Rank 0 names the file, so that all agree on job id, host and date; an empty name says that it did not fit. */
static void agree_on_name(const struct mpimon_header *segment, char *name, size_t room) {
    char date[16], spawned[32];
    time_t start = (time_t)(segment->start_time_ns / INT64_C(1000000000));
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&start, &day));
    struct mpimon_filename_parts parts = {
        .executable = segment->executable,
        .job = segment->job_id,
        .host = segment->host,
        .user = segment->user,
        .date = date,
    };
    memset(name, 0, room);
    if (segment->world_rank == 0 &&
        mpimon_expand_filename(MPIR_CVAR_MONITORING_FILENAME, &parts, name, room - sizeof spawned))
        *name = '\0';
    if (*name && segment->spawned) {
        /* Worlds that a job spawns share its id: the first process's id keeps their files apart. */
        snprintf(spawned, sizeof spawned, ".spawned-%u", segment->pid);
        size_t length = strlen(name), suffix = length > 4 && strcmp(name + length - 4, ".mon") == 0 ? 4 : 0;
        memmove(name + length - suffix + strlen(spawned), name + length - suffix, suffix + 1);
        memcpy(name + length - suffix, spawned, strlen(spawned));
    }
    mpimon_world_bcast(name, (MPI_Aint)room);
}

static const char *fall_back_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static void write_file(const struct mpimon_header *segment) {
    char name[4096], second[4096 + 64];
    agree_on_name(segment, name, sizeof name);
    int error = *name ? mpimon_write_profile(segment, name) : ENAMETOOLONG;
    if (!error)
        return;
    const char *base = strrchr(name, '/');
    memset(second, 0, sizeof second);
    if (segment->world_rank == 0)
        snprintf(second, sizeof second, "%s/%s", fall_back_folder(), *name ? (base ? base + 1 : name) : "profile.mon");
    mpimon_world_bcast(second, sizeof second);
    int second_error = mpimon_write_profile(segment, second);
    if (segment->world_rank != 0)
        return;
    if (second_error)
        fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; nor %s: %s; it is lost\n", name,
                strerror(error), second, strerror(second_error));
    else
        fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; it is in %s\n", name, strerror(error),
                second);
}

static void write_prof_files(const struct mpimon_header *segment) {
    char name[4096], path[4096 + 32];
    agree_on_name(segment, name, sizeof name);
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".mon") == 0)
        name[length - 4] = '\0';
    snprintf(path, sizeof path, "%s.%u.prof", name, segment->world_rank);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    int error = file < 0 ? errno : mpimon_write_prof(segment, file);
    if (file >= 0 && close(file) && !error)
        error = errno;
    error = mpimon_world_max(error);
    if (error && segment->world_rank == 0)
        fprintf(stderr, "mpich-monitoring: cannot write %s.*.prof: %s; some or all are missing\n", name,
                strerror(error));
}

/* One rank after the other: each waits for the one before. */
static void write_stream(const struct mpimon_header *segment, int file) {
    int rank = (int)segment->world_rank;
    char turn = 0;
    if (rank > 0)
        mpimon_world_receive(&turn, 1, rank - 1);
    mpimon_write_prof(segment, file);
    if (rank + 1 < (int)segment->world_size)
        mpimon_world_send(&turn, 1, rank + 1);
}

void mpimon_write_output(const struct mpimon_header *segment) {
    switch (MPIR_CVAR_MONITORING_OUTPUT) {
        case MPIR_CVAR_MONITORING_OUTPUT_file:
            write_file(segment);
            break;
        case MPIR_CVAR_MONITORING_OUTPUT_prof:
            write_prof_files(segment);
            break;
        case MPIR_CVAR_MONITORING_OUTPUT_stdout:
            fflush(stdout);
            write_stream(segment, STDOUT_FILENO);
            break;
        case MPIR_CVAR_MONITORING_OUTPUT_stderr:
            write_stream(segment, STDERR_FILENO);
            break;
        default:
            break;
    }
}
