/*
 * The job begins in MPI_Init, and ends in MPI_Finalize, where the output is written.
 */
#include "mpidimpl.h"

#include <pwd.h>
#include <time.h>

#include "../../engine/clock.h"
#include "../../engine/tables/fnv.h"
#include "../../profile/format/batch.h"
#include "../count/collectives/collectives.h"
#include "../count/communicators/communicators.h"
#include "../count/gauges/watermarks.h"
#include "../count/nodes.h"
#include "../count/settings.h"
#include "../count/switching.h"
#include "../count/timeline.h"
#include "../explore/explore.h"
#include "../fixes/node_words.h"
#include "../plugins/plugins.h"
#include "../reorder/reorder.h"
#include "../steer/steer.h"
#include "changed_cvars.h"
#include "job_facts.h"
#include "output.h"
#include "place/place.h"
#include "place/transports.h"
#include "segment_file.h"
#include "unreceived.h"
#include "version.h"
#include "world.h"

static int64_t wall_clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void copy_text(char *target, size_t room, const char *text) {
    snprintf(target, room, "%s", text ? text : "");
}

static void fill_header(struct mpimon_header *header) {
    char number[24];
    char room[1024];
    struct passwd entry, *user = NULL; /* the library's own entry may be in use by the program */
    getpwuid_r(geteuid(), &entry, room, sizeof room, &user);
    snprintf(number, sizeof number, "%ld", (long)getpid());
    header->pid = (uint32_t)getpid();
    header->world_rank = (uint32_t)MPIR_Process.rank;
    header->world_size = (uint32_t)MPIR_Process.size;
    header->start_time_ns = wall_clock_ns();
    header->enable = MPIR_CVAR_MONITORING_ENABLE;
    header->spawned = (uint32_t)MPIR_Process.has_parent;
    gethostname(header->host, sizeof header->host - 1);
    copy_text(header->job_id, sizeof header->job_id, mpimon_batch_job() ? mpimon_batch_job() : number);
    copy_text(header->user, sizeof header->user, user ? user->pw_name : getenv("USER"));
    copy_text(header->executable, sizeof header->executable, program_invocation_short_name);
    copy_text(header->mpich_version, sizeof header->mpich_version, MPICH_VERSION);
    copy_text(header->device, sizeof header->device, MPII_Version_device);
    copy_text(header->project_version, sizeof header->project_version, MPIMON_VERSION);
    copy_text(header->detail, sizeof header->detail, MPIR_CVAR_MONITORING_DETAIL);
    mpimon_job_facts(&header->job);
}

/* It is 1 from mpimon_start() to mpimon_closing(). */
static int running;
/* The process whose end warn_without_finalize() tells of: children that it forks end as they like. */
static pid_t own_pid;

/* Called where the program ends by exit(), or returns from main(), without MPI_Finalize; after its own exit handlers.
 */
__attribute__((destructor)) static void warn_without_finalize(void) {
    if (!running || getpid() != own_pid || !mpimon_segment())
        return;
    mpimon_segment()->job.ending = MPIMON_ENDING_EXIT;
    const char *remedy = mpimon_segment_remedy();
    if (*remedy || MPIR_CVAR_MONITORING_OUTPUT != MPIR_CVAR_MONITORING_OUTPUT_none)
        fprintf(stderr, "mpich-monitoring: rank %d ends without MPI_Finalize; its counters are %s%s\n",
                MPIR_Process.rank, *remedy ? "kept" : "lost", remedy);
}

/* 1 if something may have gone uncounted for want of memory. */
static int without_memory;

/* `counting`: this process has something to count, and does not only join in writing. Returns 0 or an errno value. */
static int make_segment(int counting) {
    if (mpimon_segment())
        return 0;
    mpimon_run++;
    int error = mpimon_segment_start(counting);
    if (error) {
        without_memory = 1;
        return error;
    }
    if (counting)
        mpimon_node_words_count();
    mpimon_posted_forget();
    fill_header(mpimon_segment());
    mpimon_record_changed_cvars();
    mpimon_place_record();
    return 0;
}

void mpimon_start(void) {
    mpimon_nodes_find();
    mpimon_mpi_t_lock();
    mpimon_node_words_forget();
    running = 1;
    own_pid = getpid();
    mpimon_gauges_own(1);
    if (mpimon_opted_out())
        MPIR_CVAR_MONITORING_ENABLE = 0;
    if (MPIR_CVAR_MONITORING_ENABLE > 0 && make_segment(1) == 0) {
        mpimon_steer_start(mpimon_segment_folder());
        mpimon_switches_set(MPIR_CVAR_MONITORING_ENABLE);
    }
    mpimon_functions_open();
    mpimon_switching_open(make_segment);
    mpimon_mpi_t_unlock();
    mpimon_explore_announce();
    mpimon_reorder_announce();
    mpimon_plugins_start();
}

static void warn(const struct mpimon_facts *facts) {
    if (mpimon_world_rank() != 0)
        return;
    mpimon_segment_warn(facts->trouble);
    if (facts->lost)
        fprintf(stderr, "mpich-monitoring: memory ran out; some counters are missing\n");
}

void mpimon_closing(void) {
    mpimon_mpi_t_lock();
    running = 0;
    mpimon_switching_open(NULL);
    mpimon_gauges_own(0);
    mpimon_plugins_close();
    mpimon_steer_stop();
    mpimon_collectives_on = mpimon_on;
    mpimon_mpi_t_unlock();
}

void mpimon_aborting(int exit_code) {
    running = 0;
    mpimon_switching_open(NULL);
    if (!mpimon_segment())
        return;
    mpimon_segment()->job.ending = MPIMON_ENDING_ABORT;
    mpimon_segment()->job.exit_code = exit_code;
}

static int delete_attributes(MPIR_Comm *comm) {
    if (!comm || !comm->attributes || !MPIR_Process.attr_free)
        return MPI_SUCCESS;
    return MPIR_Process.attr_free(comm->handle, &comm->attributes);
}

/* The end follows from the steady clock, since the system's time may have been set meanwhile. What comes after it, such
 * as waiting for others to write the profile, is no time of the program's. */
static void set_end(struct mpimon_header *segment) {
    segment->end_time_ns = segment->start_time_ns + (mpimon_clock_ns() - segment->start_clock_ns);
}

/* Returns what this process has counted. */
static enum mpimon_counted stop_counting(void) {
    mpimon_mpi_t_lock();
    const unsigned char receives = mpimon_receives_on & MPIMON_RECEIVES_COUNTED;
    if (mpimon_segment()) {
        mpimon_functions_close();
        set_end(mpimon_segment());
    }
    mpimon_timeline_finish();
    mpimon_switches_set(0);
    if (receives)
        mpimon_receives_due = MPIMON_RECEIVES_COUNT;
    mpimon_mpi_t_unlock();
    return receives ? MPIMON_RECEIVES_TOO : mpimon_segment() ? MPIMON_MESSAGES : MPIMON_NOTHING;
}

static uint32_t settings_hash(const struct mpimon_header *segment) {
    uint64_t hash = mpimon_fnv_text(MPIMON_FNV_START, segment->executable, sizeof segment->executable);
    hash = mpimon_fnv_text(mpimon_fnv_byte(hash, '\0'), segment->detail, sizeof segment->detail);
    hash = mpimon_fnv_word(mpimon_fnv_byte(hash, '\0'), (uint32_t)segment->enable);
    hash = mpimon_fnv_text(hash, segment->job.command, sizeof segment->job.command);
    hash = mpimon_fnv_text(mpimon_fnv_byte(hash, '\0'), segment->job.folder, sizeof segment->job.folder);
    hash = mpimon_fnv_text(mpimon_fnv_byte(hash, '\0'), segment->job.build_id, sizeof segment->job.build_id);
    return (uint32_t)(hash ^ hash >> 32);
}

/* Tell the others what this process has counted and chosen, and learn the same of them. */
static void agree(struct mpimon_output *output, enum mpimon_counted counted) {
    const int rank = mpimon_world_rank(), chosen = output->chosen;
    const int is_file = chosen == MPIR_CVAR_MONITORING_OUTPUT_file,
              is_prof = chosen == MPIR_CVAR_MONITORING_OUTPUT_prof;
    output->facts = (struct mpimon_facts){
        .counted = counted,
        .trouble = mpimon_segment_trouble(),
        .lost = mpimon_engine_lost() || without_memory,
        .missing = !mpimon_segment(),
        .settings = mpimon_segment() ? settings_hash(mpimon_segment()) : 0,
        .outputs = chosen >= 0 && chosen < 32 ? UINT32_C(1) << chosen : 0,
        .files = is_file,
        .first_file = is_file ? rank : INT32_MAX,
        .first_prof = is_prof ? rank : INT32_MAX,
        .records = output->record.size,
    };
    mpimon_agree(&output->facts);
}

/* Closes the segment, after which nothing is counted, and makes the record of it. */
static void close_segment(struct mpimon_output *output, int with_settings) {
    struct mpimon_header *segment = mpimon_segment();
    mpimon_clock_look(segment);
    mpimon_communicators_name();
    mpimon_place_record();
    mpimon_transports_record();
    if (segment->end_time_ns == 0)
        set_end(segment);
    segment->state = MPIMON_COMPLETE;
    mpimon_engine_freeze();
    free(output->record.bytes);
    output->record = (struct mpimon_record){NULL, 0};
    if (output->chosen == MPIR_CVAR_MONITORING_OUTPUT_file)
        output->record = mpimon_process_record(segment, with_settings);
}

/* All processes take part if monitoring was switched on in any, be it while it ran, since they write the output
 * together. Returns 0, or an errno value if any process cannot. */
static int gather(const struct mpimon_facts *facts) {
    mpimon_mpi_t_lock();
    int error = make_segment(0);
    mpimon_mpi_t_unlock();
    if (facts->missing)
        error = mpimon_world_max(error);
    if (error && mpimon_world_rank() == 0)
        fprintf(stderr, "mpich-monitoring: a process has no memory for its counters (%s); no output is written%s\n",
                strerror(error), mpimon_segment_remedy());
    return error;
}

/* Makes the records anew where processes differ, or where messages may be left that nobody received. Returns 0 or an
 * errno value. */
static int complete_records(struct mpimon_output *output) {
    const struct mpimon_facts facts = output->facts;
    if (facts.counted != MPIMON_RECEIVES_TOO && !facts.missing && !facts.differ)
        return 0;
    int error = gather(&facts);
    if (!error && facts.counted == MPIMON_RECEIVES_TOO)
        mpimon_count_unreceived();
    mpimon_receives_due = 0;
    if (error)
        return error;
    close_segment(output, facts.missing || facts.differ);
    agree(output, facts.counted);
    return 0;
}

static void write_and_forget(struct mpimon_output *output) {
    int error = complete_records(output);
    if (!mpimon_segment())
        return;
    mpimon_mpi_t_lock();
    mpimon_pvars_keep();
    mpimon_communicators_finish();
    if (!error) {
        warn(&output->facts);
        error = mpimon_write_output(mpimon_segment(), output);
    }
    mpimon_collectives_finish();
    if (error)
        mpimon_engine_save();
    else
        mpimon_segment_remove();
    mpimon_steer_forget();
    mpimon_engine_stop();
    mpimon_mpi_t_unlock();
}

static void write_if_any(struct mpimon_output *output, enum mpimon_counted counted) {
    if (counted == MPIMON_MESSAGES)
        close_segment(output, 0);
    agree(output, counted);
    if (output->facts.counted != MPIMON_NOTHING)
        write_and_forget(output);
    free(output->record.bytes);
}

int mpimon_finish(void) {
    struct mpimon_output output = {.chosen = MPIR_CVAR_MONITORING_OUTPUT};
    mpimon_explore_finish();
    int mpi_errno = delete_attributes(MPIR_Process.comm_self);
    if (!mpi_errno)
        mpi_errno = delete_attributes(MPIR_Process.comm_world);
    mpimon_plugins_finish();
    const enum mpimon_counted counted = stop_counting();
    if (mpimon_world_any(counted != MPIMON_NOTHING))
        write_if_any(&output, counted);
    mpimon_place_forget();
    mpimon_receives_due = 0;
    without_memory = 0;
    __atomic_add_fetch(&mpimon_ended, 1, __ATOMIC_RELAXED);
    return mpi_errno;
}
