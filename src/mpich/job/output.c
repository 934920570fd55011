/*
 * The output that the user chose, written in MPI_Finalize.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <time.h>

#include "../../profile/write/prof_text.h"
#include "../../profile/write/profile_file.h"
#include "../../profile/write/write_signals.h"
#include "../count/settings.h"
#include "output.h"
#include "segment_file.h"
#include "world.h"

/* To the name of a file, before its end. */
static void add_suffix(char *name, const char *suffix) {
    size_t length = strlen(name), end = length > 4 && strcmp(name + length - 4, ".mon") == 0 ? 4 : 0;
    memmove(name + length - end + strlen(suffix), name + length - end, end + 1);
    memcpy(name + length - end, suffix, strlen(suffix));
}

/* What a tool writes to the variable is not checked as the environment is. */
static int expand(const struct mpimon_filename_parts *parts, char *name, size_t room) {
    int error = mpimon_expand_filename(MPIR_CVAR_MONITORING_FILENAME, parts, name, room);
    return error == EINVAL || !*name ? mpimon_expand_filename("%e.%j.mon", parts, name, room) : error;
}

/* Rank 0 names the file, so that all agree on job id, host and date; an empty name says that it did not fit. */
static void name_file(const struct mpimon_header *segment, char *name, size_t room) {
    char date[16], suffix[32];
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
    if (mpimon_world_rank() != 0)
        return;
    if (expand(&parts, name, room - 2 * sizeof suffix)) {
        *name = '\0';
        return;
    }
    /* Worlds that a job spawns share its id: the first process's id keeps their files apart. */
    snprintf(suffix, sizeof suffix, ".spawned-%u", segment->pid);
    if (segment->spawned)
        add_suffix(name, suffix);
}

static const char *fall_back_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* Rank 0: nothing could be written; but a segment that is in a file stays there. */
static void say_lost(const char *name, int error, const char *second, int second_error) {
    const char *remedy = mpimon_segment_remedy();
    fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; nor %s: %s%s\n", name, strerror(error), second,
            strerror(second_error), *remedy ? remedy : "; it is lost");
}

static int write_file(const struct mpimon_header *segment) {
    char name[MPIMON_PATH_ROOM - 64], second[MPIMON_PATH_ROOM], suffix[32];
    name_file(segment, name, sizeof name);
    snprintf(suffix, sizeof suffix, ".rank-%u", segment->world_rank);
    if (*name && mpimon_world_is_alone() && segment->world_size > 1)
        add_suffix(name, suffix);
    int error = mpimon_write_profile(segment, name);
    if (!error)
        return 0;
    const char *base = strrchr(name, '/');
    snprintf(second, sizeof second, "%s/%s", fall_back_folder(), *name ? (base ? base + 1 : name) : "profile.mon");
    int second_error = mpimon_write_profile(segment, second);
    if (mpimon_world_rank() == 0 && second_error)
        say_lost(name, error, second, second_error);
    else if (mpimon_world_rank() == 0)
        fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; it is in %s\n", name, strerror(error),
                second);
    return second_error;
}

static int write_prof_files(const struct mpimon_header *segment) {
    char name[4096], path[4096 + 32];
    name_file(segment, name, sizeof name);
    mpimon_world_bcast_text(name, sizeof name);
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".mon") == 0)
        name[length - 4] = '\0';
    snprintf(path, sizeof path, "%s.%u.prof", name, segment->world_rank);
    int error = mpimon_world_max(*name ? mpimon_write_prof_file(segment, path) : ENAMETOOLONG);
    if (error && mpimon_world_rank() == 0)
        fprintf(stderr, "mpich-monitoring: cannot write %s.*.prof: %s; some or all are missing%s\n", name,
                strerror(error), mpimon_segment_remedy());
    return error;
}

/* One rank after the other: each waits for the one before. */
static int write_stream(const struct mpimon_header *segment, int file) {
    int rank = mpimon_world_rank();
    char turn = 0;
    if (rank > 0)
        mpimon_world_receive(&turn, 1, rank - 1);
    int error = mpimon_write_prof(segment, file);
    if (rank + 1 < mpimon_world_size())
        mpimon_world_send(&turn, 1, rank + 1);
    error = mpimon_world_max(error);
    if (error && rank == 0)
        fprintf(stderr, "mpich-monitoring: cannot write to standard %s: %s; some or all counters are missing%s\n",
                file == STDOUT_FILENO ? "output" : "error", strerror(error), mpimon_segment_remedy());
    return error;
}

static int write_chosen(const struct mpimon_header *segment) {
    switch (MPIR_CVAR_MONITORING_OUTPUT) {
        case MPIR_CVAR_MONITORING_OUTPUT_file:
            return write_file(segment);
        case MPIR_CVAR_MONITORING_OUTPUT_prof:
            return write_prof_files(segment);
        case MPIR_CVAR_MONITORING_OUTPUT_stdout:
            fflush(stdout);
            return write_stream(segment, STDOUT_FILENO);
        case MPIR_CVAR_MONITORING_OUTPUT_stderr:
            return write_stream(segment, STDERR_FILENO);
        default:
            return 0;
    }
}

int mpimon_write_output(const struct mpimon_header *segment) {
    struct mpimon_held_signals signals;
    mpimon_signals_hold(&signals);
    int error = write_chosen(segment);
    mpimon_signals_release(&signals);
    return error;
}
