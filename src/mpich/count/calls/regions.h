#ifndef MPIMON_REGIONS_H
#define MPIMON_REGIONS_H

/* Count regions from now on, or no more. A change takes all threads out of all regions. */
MPIMON_HIDDEN void mpimon_regions_switch(int on);

#endif
