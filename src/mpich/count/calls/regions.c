/*
 * Detail `regions`: what a program says about itself through MPI_Pcontrol.
 */
#include "mpidimpl.h"

#include "monitoring/include/mpich_monitoring.h"
#include "regions.h"

unsigned char mpimon_regions_on;

static void complain_once(const char *what, const char *name) {
    static int complained;
    if (!__atomic_exchange_n(&complained, 1, __ATOMIC_RELAXED))
        fprintf(stderr, "mpich-monitoring: rank %d %s%s%s; ignored, and not said again\n", MPIR_Process.rank, what,
                name ? " " : "", name ? name : "");
}

static void enter(const char *name) {
    mpimon_region_enter(name);
    if (mpimon_is_plugged(MPIMON_EVENT_REGION_ENTERED))
        mpimon_plugins_region(MPIMON_EVENT_REGION_ENTERED, name);
}

void mpimon_pcontrol(int level, va_list list) {
    va_list copy;
    if (level != MPIMON_REGION_ENTER && level != MPIMON_REGION_LEAVE)
        return; /* this level need not have an argument in the list */
    va_copy(copy, list);
    const char *name = va_arg(copy, const char *);
    va_end(copy);
    if (!name || !*name)
        complain_once("names no region in MPI_Pcontrol", NULL);
    else if (level == MPIMON_REGION_ENTER)
        enter(name);
    else if (mpimon_region_leave(name))
        complain_once("leaves a region that is not the innermost one it is in:", name);
    else if (mpimon_is_plugged(MPIMON_EVENT_REGION_LEFT))
        mpimon_plugins_region(MPIMON_EVENT_REGION_LEFT, name);
}

void mpimon_regions_switch(int on) {
    if ((on != 0) == mpimon_regions_on)
        return; /* nothing changes, so threads stay in their regions */
    mpimon_regions_on = 0;
    mpimon_regions_close();
    mpimon_regions_on = on != 0;
}
