#include "mpidimpl.h"

#include "gauges/watermarks.h"
#include "settings.h"
#include "timeline.h"

MPIMON_STATIC_ASSERT((int)MPIMON_GAUGES <= MPIMON_TIMELINE_GAUGES, "a sample has room for all gauges");

static void read_gauges(uint64_t values[MPIMON_TIMELINE_GAUGES]) {
    for (int kind = 0; kind < MPIMON_GAUGES; kind++)
        values[kind] = mpimon_gauge_counted((enum mpimon_gauge_kind)kind);
}

void mpimon_timeline_switch(int on, int with_gauges) {
    static int interval = 1000; /* the last one that made sense */
    if (!on) {
        mpimon_timeline_off();
        return;
    }
    if (mpimon_interval_is_valid(MPIR_CVAR_MONITORING_INTERVAL))
        interval = MPIR_CVAR_MONITORING_INTERVAL;
    struct mpimon_timeline_settings settings = {.interval = (uint64_t)interval * 1000000};
    if (with_gauges) {
        settings.read_gauges = read_gauges;
        for (int kind = 0; kind < MPIMON_GAUGES; kind++)
            settings.gauges[kind] = mpimon_name_index(mpimon_gauge_name((enum mpimon_gauge_kind)kind)) + 1;
    }
    mpimon_timeline_on(&settings);
}
