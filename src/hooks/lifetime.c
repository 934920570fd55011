/*
 * From MPI_Init to MPI_Finalize.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <pwd.h>
#include <time.h>

#include "../engine/clock.h"
#include "changed_cvars.h"
#include "collectives.h"
#include "communicators.h"
#include "output.h"
#include "regions.h"
#include "settings.h"
#include "version.h"

unsigned char mpimon_on;
unsigned char mpimon_receives_on;
uint32_t mpimon_run;

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
    const struct passwd *user = getpwuid(geteuid());
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
}

/* The segment's file, or NULL where it lives in private memory. */
static const char *segment_path(char *path, size_t room) {
    const char *folder = MPIR_CVAR_MONITORING_SEGMENT_DIR;
    if (!folder || !*folder)
        return NULL;
    snprintf(path, room, "%s/mpimon.%u.%ld.%d.segment", folder, (unsigned)geteuid(), (long)getpid(), MPIR_Process.rank);
    return path;
}

/* Only with MPI_THREAD_MULTIPLE may threads count at the same time. */
static int one_writer(void) {
    return MPIR_ThreadInfo.thread_provided != MPI_THREAD_MULTIPLE;
}

static int start_engine(void) {
    char path[4096];
    const char *file = segment_path(path, sizeof path);
    int error = mpimon_engine_start(file, one_writer());
    if (error && file) {
        if (MPIR_Process.rank == 0)
            fprintf(stderr, "mpich-monitoring: cannot keep the counters in %s: %s; they are kept in private memory\n",
                    MPIR_CVAR_MONITORING_SEGMENT_DIR, strerror(error));
        error = mpimon_engine_start(NULL, one_writer());
    }
    if (error && MPIR_Process.rank == 0)
        fprintf(stderr, "mpich-monitoring: no memory for the counters (%s); monitoring is off\n", strerror(error));
    return error;
}

void mpimon_start(void) {
    int detail = mpimon_parse_detail(MPIR_CVAR_MONITORING_DETAIL);
    if (mpimon_on || MPIR_CVAR_MONITORING_ENABLE <= 0 || start_engine())
        return;
    mpimon_run++;
    fill_header(mpimon_segment());
    mpimon_note_changed_cvars();
    mpimon_on = 1;
    mpimon_receives_on = detail > 0 && (detail & MPIMON_DETAIL_RECEIVES) != 0;
    mpimon_regions_switch(detail > 0 && (detail & MPIMON_DETAIL_REGIONS) != 0);
    mpimon_functions_switch(detail > 0 && (detail & MPIMON_DETAIL_FUNCTIONS) != 0);
}

void mpimon_finish(void) {
    struct mpimon_header *segment = mpimon_segment();
    mpimon_functions_close();
    mpimon_functions_switch(0);
    mpimon_on = mpimon_receives_on = 0;
    mpimon_regions_switch(0);
    mpimon_clock_look(segment);
    mpimon_communicators_finish();
    segment->end_time_ns = wall_clock_ns();
    segment->state = MPIMON_COMPLETE;
    mpimon_write_output(segment);
    if (mpimon_engine_lost() && segment->world_rank == 0)
        fprintf(stderr, "mpich-monitoring: memory ran out; some counters are missing\n");
    mpimon_collectives_finish();
    char path[4096];
    if (segment_path(path, sizeof path))
        unlink(path);
    mpimon_engine_stop();
}
