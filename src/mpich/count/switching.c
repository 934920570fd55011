/*
 * The switches that the hooks look at, and what the control variables make of them.
 */
#include "mpidimpl.h"

#include "calls/io.h"
#include "calls/regions.h"
#include "collectives/collectives.h"
#include "gauges/watermarks.h"
#include "settings.h"
#include "switching.h"
#include "timeline.h"

unsigned char mpimon_on;
unsigned char mpimon_receives_on;
unsigned char mpimon_receives_due;
uint32_t mpimon_run;
uint32_t mpimon_switched;
uint32_t mpimon_ended;

/* NULL: variables may be written, but nothing takes effect. */
static int (*make_segment)(int counting);

/* Whether the output is text, whose lines have the sizes of their peer. */
static int is_text(int output) {
    return output == MPIR_CVAR_MONITORING_OUTPUT_prof || output == MPIR_CVAR_MONITORING_OUTPUT_stdout ||
           output == MPIR_CVAR_MONITORING_OUTPUT_stderr;
}

/* A receive that was posted to be counted is recognized when it completes, whatever was switched meanwhile. */
void mpimon_switches_set(int enable) {
    int detail = enable > 0 ? mpimon_parse_detail(MPIR_CVAR_MONITORING_DETAIL) : 0;
    detail = detail > 0 ? detail : 0;
    if (mpimon_on != (enable > 0))
        __atomic_add_fetch(&mpimon_switched, 1, __ATOMIC_RELAXED);
    mpimon_on = enable > 0;
    mpimon_receives_on = ((detail & MPIMON_DETAIL_RECEIVES) ? MPIMON_RECEIVES_COUNTED : 0) |
                         ((detail & MPIMON_DETAIL_WAITS) ? MPIMON_RECEIVES_KNOWN : 0);
    mpimon_gauges_switch((detail & MPIMON_DETAIL_GAUGES) != 0);
    int sizes = (detail & MPIMON_DETAIL_SIZES) != 0 || (enable > 0 && is_text(MPIR_CVAR_MONITORING_OUTPUT));
    mpimon_sizes_switch((sizes ? MPIMON_SIZES_COUNTED : 0) | ((detail & MPIMON_DETAIL_WAITS) ? MPIMON_SENDS_SEEN : 0));
    mpimon_waits_switch((detail & MPIMON_DETAIL_WAITS) != 0); /* when sends are seen already */
    if (mpimon_receives_on || mpimon_receives_due)
        mpimon_receives_due =
            (mpimon_receives_on & MPIMON_RECEIVES_COUNTED) ? MPIMON_RECEIVES_COUNT : MPIMON_RECEIVES_PASS;
    mpimon_regions_switch((detail & MPIMON_DETAIL_REGIONS) != 0);
    mpimon_functions_switch((detail & MPIMON_DETAIL_FUNCTIONS) != 0);
    mpimon_timeline_switch((detail & MPIMON_DETAIL_TIMELINE) != 0, (detail & MPIMON_DETAIL_GAUGES) != 0);
    mpimon_io_switch((detail & MPIMON_DETAIL_FUNCTIONS) != 0, (detail & MPIMON_DETAIL_FILES) != 0);
    mpimon_collectives_on = mpimon_on | mpimon_steered;
}

void mpimon_switching_open(int (*make)(int counting)) {
    make_segment = make;
}

void mpimon_switch(void) {
    if (!make_segment)
        return;
    if (MPIR_CVAR_MONITORING_ENABLE > 0)
        make_segment(1);
    struct mpimon_header *segment = mpimon_segment();
    if (!segment)
        return;
    mpimon_switches_set(MPIR_CVAR_MONITORING_ENABLE);
    if (MPIR_CVAR_MONITORING_ENABLE > 0)
        segment->enable = MPIR_CVAR_MONITORING_ENABLE;
    snprintf(segment->detail, sizeof segment->detail, "%s", MPIR_CVAR_MONITORING_DETAIL);
}
