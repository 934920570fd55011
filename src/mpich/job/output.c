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

void mpimon_add_suffix(char *name, const char *suffix) {
    size_t length = strlen(name), end = length > 4 && strcmp(name + length - 4, ".mon") == 0 ? 4 : 0;
    memmove(name + length - end + strlen(suffix), name + length - end, end + 1);
    memcpy(name + length - end, suffix, strlen(suffix));
}

/* Here the pattern may be wrong: what a tool writes to the variable is not checked as the environment is. */
static int expand(const struct mpimon_filename_parts *parts, char *name, size_t room) {
    int error = mpimon_expand_filename(MPIR_CVAR_MONITORING_FILENAME, parts, name, room);
    return error == EINVAL || !*name ? mpimon_expand_filename("%e.%j.mon", parts, name, room) : error;
}

void mpimon_name_output(const struct mpimon_header *segment, char *name, size_t room) {
    char date[16], moment[32], suffix[32];
    time_t start = (time_t)(segment->start_time_ns / INT64_C(1000000000));
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&start, &day));
    strftime(moment, sizeof moment, "%Y%m%dT%H%M%S", &day);
    struct mpimon_filename_parts parts = {
        .executable = segment->executable,
        .job = segment->job_id,
        .host = segment->host,
        .user = segment->user,
        .date = date,
        .time = moment,
        .step = segment->job.step,
        .array_index = segment->job.array_index,
    };
    memset(name, 0, room);
    if (expand(&parts, name, room - sizeof suffix)) {
        *name = '\0';
        return;
    }
    /* Worlds that a job spawns share its id: the first process's id keeps their files apart. */
    snprintf(suffix, sizeof suffix, ".spawned-%u", segment->pid);
    if (segment->spawned)
        mpimon_add_suffix(name, suffix);
}

static const char *fall_back_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

/* Says that nothing could be written; a segment that is in a file stays there. */
static void say_lost(const char *name, int error, const char *second, int second_error) {
    const char *remedy = mpimon_segment_remedy();
    fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; nor %s: %s%s\n", name, strerror(error), second,
            strerror(second_error), *remedy ? remedy : "; it is lost");
}

static int write_to_fall_back(const struct mpimon_header *segment, const struct mpimon_output *output, const char *name,
                              int error) {
    char second[MPIMON_PATH_ROOM], found[MPIMON_PATH_ROOM];
    const char *base = strrchr(name, '/');
    snprintf(second, sizeof second, "%s/%s", fall_back_folder(), *name ? (base ? base + 1 : name) : "profile.mon");
    int second_error = mpimon_write_profile(segment, output, second, found);
    if (mpimon_world_rank() != output->facts.first_file)
        return second_error;
    if (second_error)
        say_lost(name, error, second, second_error);
    else
        fprintf(stderr, "mpich-monitoring: cannot write the profile %s: %s; it is in %s\n", name, strerror(error),
                found);
    return second_error;
}

static int write_file(const struct mpimon_header *segment, const struct mpimon_output *output) {
    char name[MPIMON_PATH_ROOM - 64] = "", found[MPIMON_PATH_ROOM] = "", suffix[32];
    const int is_first = mpimon_world_rank() == output->facts.first_file;
    if (is_first)
        mpimon_name_output(segment, name, sizeof name - sizeof suffix);
    snprintf(suffix, sizeof suffix, ".rank-%u", segment->world_rank);
    if (*name && mpimon_world_is_alone() && segment->world_size > 1)
        mpimon_add_suffix(name, suffix);
    int error = mpimon_write_profile(segment, output, name, found);
    if (error)
        return write_to_fall_back(segment, output, name, error);
    if (is_first && strcmp(name, found) != 0)
        fprintf(stderr, "mpich-monitoring: %s is the profile of another run; that of this one is %s\n", name, found);
    if (mpimon_node_words_are_left())
        fprintf(stderr, "mpich-monitoring: rank %u began to count when others had ended; its own profile is %s\n",
                segment->world_rank, found);
    return 0;
}

static int stream_of(int chosen) {
    return chosen == MPIR_CVAR_MONITORING_OUTPUT_stdout   ? STDOUT_FILENO
           : chosen == MPIR_CVAR_MONITORING_OUTPUT_stderr ? STDERR_FILENO
                                                          : -1;
}

enum { STREAMS = 1 << MPIR_CVAR_MONITORING_OUTPUT_stdout | 1 << MPIR_CVAR_MONITORING_OUTPUT_stderr };

/* One rank after the other: each waits for the one before, whether that has something to write or not. */
static int write_streams(const struct mpimon_header *segment, const struct mpimon_output *output) {
    const int rank = mpimon_world_rank(), file = stream_of(output->chosen);
    const uint32_t streams = output->facts.outputs & STREAMS;
    char turn = 0;
    if (rank > 0)
        mpimon_world_receive(&turn, 1, rank - 1);
    if (file == STDOUT_FILENO)
        fflush(stdout);
    int error = file < 0 ? 0 : mpimon_write_prof(segment, file);
    if (rank + 1 < mpimon_world_size())
        mpimon_world_send(&turn, 1, rank + 1);
    error = mpimon_world_max(error);
    if (error && rank == 0)
        fprintf(stderr, "mpich-monitoring: cannot write to standard %s: %s; some or all counters are missing%s\n",
                streams == STREAMS                                   ? "output or error"
                : streams == 1 << MPIR_CVAR_MONITORING_OUTPUT_stdout ? "output"
                                                                     : "error",
                strerror(error), mpimon_segment_remedy());
    return error;
}

/* The first error of several. */
static int write_chosen(const struct mpimon_header *segment, const struct mpimon_output *output) {
    const struct mpimon_facts *facts = &output->facts;
    int errors[3] = {0};
    if (facts->outputs & 1 << MPIR_CVAR_MONITORING_OUTPUT_file)
        errors[0] = write_file(segment, output);
    if (facts->outputs & 1 << MPIR_CVAR_MONITORING_OUTPUT_prof)
        errors[1] = mpimon_write_prof_files(segment, output);
    if (facts->outputs & STREAMS)
        errors[2] = write_streams(segment, output);
    return errors[0] ? errors[0] : errors[1] ? errors[1] : errors[2];
}

int mpimon_write_output(const struct mpimon_header *segment, const struct mpimon_output *output) {
    struct mpimon_held_signals signals;
    mpimon_signals_hold(&signals);
    int error = write_chosen(segment, output);
    mpimon_signals_release(&signals);
    return error;
}
