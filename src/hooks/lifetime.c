/*
 * From MPI_Init to MPI_Finalize.
 */
#include "mpidimpl.h"

#include <pwd.h>
#include <time.h>

#include "../engine/clock.h"
#include "changed_cvars.h"
#include "collectives.h"
#include "communicators.h"
#include "levels.h"
#include "output.h"
#include "regions.h"
#include "segment_file.h"
#include "settings.h"
#include "unreceived.h"
#include "version.h"
#include "world.h"

unsigned char mpimon_on;
unsigned char mpimon_receives_on;
unsigned char mpimon_receives_due;
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

/* The switches that the hooks look at. */
static void set_switches(int enable) {
    int detail = enable > 0 ? mpimon_parse_detail(MPIR_CVAR_MONITORING_DETAIL) : 0;
    detail = detail > 0 ? detail : 0;
    mpimon_on = enable > 0;
    mpimon_receives_on = (detail & MPIMON_DETAIL_RECEIVES) != 0;
    mpimon_gauges_switch((detail & MPIMON_DETAIL_GAUGES) != 0);
    mpimon_receives_due = mpimon_receives_on;
    mpimon_regions_switch((detail & MPIMON_DETAIL_REGIONS) != 0);
    mpimon_functions_switch((detail & MPIMON_DETAIL_FUNCTIONS) != 0);
}

/* `counting`: this process has something to count, and does not only join in writing. */
static int make_segment(int counting) {
    if (mpimon_segment())
        return 0;
    mpimon_run++;
    int error = mpimon_segment_start(counting);
    if (error)
        return error;
    fill_header(mpimon_segment());
    mpimon_note_changed_cvars();
    return 0;
}

void mpimon_start(void) {
    if (MPIR_CVAR_MONITORING_ENABLE > 0 && make_segment(1) == 0)
        set_switches(MPIR_CVAR_MONITORING_ENABLE);
}

void mpimon_switch(void) {
    if (MPL_atomic_load_int(&MPIR_Process.mpich_state) == MPICH_MPI_STATE__UNINITIALIZED)
        return; /* mpimon_start() will see it */
    if (MPIR_CVAR_MONITORING_ENABLE > 0)
        make_segment(1);
    if (!mpimon_segment())
        return;
    set_switches(MPIR_CVAR_MONITORING_ENABLE);
    if (MPIR_CVAR_MONITORING_ENABLE > 0)
        mpimon_segment()->enable = MPIR_CVAR_MONITORING_ENABLE;
    copy_text(mpimon_segment()->detail, sizeof mpimon_segment()->detail, MPIR_CVAR_MONITORING_DETAIL);
}

enum counted { NOTHING, MESSAGES, RECEIVES_TOO };

/* What all processes have to know of each other in the end: the most of each. */
enum { COUNTED, TROUBLE, LOST, FACTS };

static void note_troubles(int facts[FACTS]) {
    facts[TROUBLE] = mpimon_segment_trouble();
    facts[LOST] = mpimon_engine_lost();
}

static void warn(const int facts[FACTS]) {
    if (mpimon_world_rank() != 0)
        return;
    mpimon_segment_warn(facts[TROUBLE]);
    if (facts[LOST])
        fprintf(stderr, "mpich-monitoring: memory ran out; some counters are missing\n");
}

void mpimon_finish(void) {
    const unsigned char receives = mpimon_receives_on;
    if (mpimon_segment())
        mpimon_functions_close();
    set_switches(0);
    mpimon_receives_due = receives;
    /* All take part if any was switched on, be it while it ran: the output is written together. */
    int facts[FACTS] = {receives ? RECEIVES_TOO : mpimon_segment() ? MESSAGES : NOTHING};
    note_troubles(facts);
    mpimon_world_max_of_each(facts, FACTS);
    if (facts[COUNTED] == NOTHING || make_segment(0))
        return;
    if (facts[COUNTED] == RECEIVES_TOO) {
        mpimon_count_unreceived();
        note_troubles(facts);
        mpimon_world_max_of_each(facts, FACTS);
    }
    mpimon_receives_due = 0;
    struct mpimon_header *segment = mpimon_segment();
    mpimon_clock_look(segment);
    mpimon_tools_hold();
    mpimon_pvar_settle();
    mpimon_communicators_finish();
    /* The clock on the wall may have been set meanwhile. */
    segment->end_time_ns = segment->start_time_ns + (mpimon_clock_ns() - segment->start_clock_ns);
    segment->state = MPIMON_COMPLETE;
    mpimon_engine_rest();
    warn(facts);
    int error = mpimon_write_output(segment);
    mpimon_collectives_finish();
    if (error)
        mpimon_engine_save();
    else
        mpimon_segment_remove();
    mpimon_engine_stop();
    mpimon_tools_release();
}
