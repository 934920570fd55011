/* Where an indirect jump may land, for assembly: processors that look (CET) want an instruction there. */
#ifndef MPIMON_OVERLAP_LANDING_H
#define MPIMON_OVERLAP_LANDING_H

#if __CET__ & 1
#define MPIMON_LANDING endbr64
#else
#define MPIMON_LANDING
#endif

#endif
