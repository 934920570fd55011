#ifndef MPIMON_REGIONS_H
#define MPIMON_REGIONS_H

/* Watch regions, or do so no more; either way, all threads are outside of all regions now. */
MPIMON_HIDDEN void mpimon_regions_switch(int on);

#endif
