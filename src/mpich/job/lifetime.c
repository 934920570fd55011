/*
 * From MPI_Init to MPI_Finalize.
 */
#include "mpidimpl.h"

#include <pwd.h>
#include <time.h>

#include "../../engine/clock.h"
#include "../count/collectives.h"
#include "../count/communicators.h"
#include "../count/regions.h"
#include "../count/settings.h"
#include "../count/watermarks.h"
#include "changed_cvars.h"
#include "output.h"
#include "segment_file.h"
#include "unreceived.h"
#include "version.h"
#include "world.h"

unsigned char mpimon_on;
unsigned char mpimon_receives_on;
unsigned char mpimon_receives_due;
uint32_t mpimon_run;
uint32_t mpimon_switched;
uint32_t mpimon_ended;

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
}

/* Lines of text have the sizes of their peer. */
static int is_text(int output) {
    return output == MPIR_CVAR_MONITORING_OUTPUT_prof || output == MPIR_CVAR_MONITORING_OUTPUT_stdout ||
           output == MPIR_CVAR_MONITORING_OUTPUT_stderr;
}

/* The switches that the hooks look at. A receive that was posted is known when it completes, whatever was switched. */
static void set_switches(int enable) {
    int detail = enable > 0 ? mpimon_parse_detail(MPIR_CVAR_MONITORING_DETAIL) : 0;
    detail = detail > 0 ? detail : 0;
    if (mpimon_on != (enable > 0))
        __atomic_add_fetch(&mpimon_switched, 1, __ATOMIC_RELAXED);
    mpimon_on = enable > 0;
    mpimon_receives_on = (detail & MPIMON_DETAIL_RECEIVES) != 0;
    mpimon_gauges_switch((detail & MPIMON_DETAIL_GAUGES) != 0);
    mpimon_sizes_switch((detail & MPIMON_DETAIL_SIZES) != 0 || (enable > 0 && is_text(MPIR_CVAR_MONITORING_OUTPUT)));
    if (mpimon_receives_on || mpimon_receives_due)
        mpimon_receives_due = mpimon_receives_on ? MPIMON_RECEIVES_COUNT : MPIMON_RECEIVES_PASS;
    mpimon_regions_switch((detail & MPIMON_DETAIL_REGIONS) != 0);
    mpimon_functions_switch((detail & MPIMON_DETAIL_FUNCTIONS) != 0);
}

/* From mpimon_start() to mpimon_closing(): the variables may be written at any time, but take effect only then. */
static int running;
/* Something may have gone uncounted for want of memory. */
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
    mpimon_posted_forget();
    fill_header(mpimon_segment());
    mpimon_note_changed_cvars();
    return 0;
}

void mpimon_start(void) {
    mpimon_tools_hold();
    running = 1;
    mpimon_gauges_own(1);
    if (MPIR_CVAR_MONITORING_ENABLE > 0 && make_segment(1) == 0)
        set_switches(MPIR_CVAR_MONITORING_ENABLE);
    mpimon_tools_release();
}

void mpimon_switch(void) {
    if (!running)
        return;
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
enum { COUNTED, TROUBLE, LOST, MISSING, FACTS };

static void note_troubles(int facts[FACTS]) {
    facts[TROUBLE] = mpimon_segment_trouble();
    facts[LOST] = mpimon_engine_lost() || without_memory;
}

static void warn(const int facts[FACTS]) {
    if (mpimon_world_rank() != 0)
        return;
    mpimon_segment_warn(facts[TROUBLE]);
    if (facts[LOST])
        fprintf(stderr, "mpich-monitoring: memory ran out; some counters are missing\n");
}

void mpimon_closing(void) {
    mpimon_tools_hold();
    running = 0;
    mpimon_gauges_own(0);
    mpimon_tools_release();
}

static int delete_attributes(MPIR_Comm *comm) {
    if (!comm || !comm->attributes || !MPIR_Process.attr_free)
        return MPI_SUCCESS;
    return MPIR_Process.attr_free(comm->handle, &comm->attributes);
}

/* Returns what was counted in any process. */
static enum counted stop_counting(int facts[FACTS]) {
    mpimon_tools_hold();
    const unsigned char receives = mpimon_receives_on;
    if (mpimon_segment())
        mpimon_functions_close();
    set_switches(0);
    if (receives)
        mpimon_receives_due = MPIMON_RECEIVES_COUNT;
    mpimon_tools_release();
    facts[COUNTED] = receives ? RECEIVES_TOO : mpimon_segment() ? MESSAGES : NOTHING;
    facts[MISSING] = !mpimon_segment();
    note_troubles(facts);
    mpimon_world_max_of_each(facts, FACTS);
    return (enum counted)facts[COUNTED];
}

/* All take part if any was switched on, be it while it ran: the output is written together. Returns 0, or an errno
 * value if any process cannot. */
static int gather(const int facts[FACTS]) {
    mpimon_tools_hold();
    int error = make_segment(0);
    mpimon_tools_release();
    if (facts[MISSING])
        error = mpimon_world_max(error);
    if (error && mpimon_world_rank() == 0)
        fprintf(stderr, "mpich-monitoring: a process has no memory for its counters (%s); no output is written%s\n",
                strerror(error), mpimon_segment_remedy());
    return error;
}

static void count_the_rest(int facts[FACTS]) {
    mpimon_count_unreceived();
    note_troubles(facts);
    mpimon_world_max_of_each(facts, FACTS);
}

/* With MPI_T's lock held. Returns 0 or an errno value. */
static int write_all(struct mpimon_header *segment, const int facts[FACTS]) {
    /* The clock on the wall may have been set meanwhile. */
    segment->end_time_ns = segment->start_time_ns + (mpimon_clock_ns() - segment->start_clock_ns);
    segment->state = MPIMON_COMPLETE;
    mpimon_engine_rest();
    warn(facts);
    return mpimon_write_output(segment);
}

static void write_and_forget(int facts[FACTS]) {
    int error = gather(facts);
    if (!error && facts[COUNTED] == RECEIVES_TOO)
        count_the_rest(facts);
    mpimon_receives_due = 0;
    if (!mpimon_segment())
        return;
    mpimon_clock_look(mpimon_segment());
    mpimon_tools_hold();
    mpimon_pvar_settle();
    mpimon_communicators_finish();
    if (!error)
        error = write_all(mpimon_segment(), facts);
    mpimon_collectives_finish();
    if (error)
        mpimon_engine_save();
    else
        mpimon_segment_remove();
    mpimon_engine_stop();
    mpimon_tools_release();
}

int mpimon_finish(void) {
    int facts[FACTS];
    int mpi_errno = delete_attributes(MPIR_Process.comm_self);
    if (!mpi_errno)
        mpi_errno = delete_attributes(MPIR_Process.comm_world);
    if (stop_counting(facts) != NOTHING)
        write_and_forget(facts);
    mpimon_receives_due = 0;
    without_memory = 0;
    __atomic_add_fetch(&mpimon_ended, 1, __ATOMIC_RELAXED);
    return mpi_errno;
}
