/*
 * Named regions of a program, for MPICH Monitoring: what is sent and spent within a region is shown by region.
 *
 *     MPIMON_REGION_BEGIN("solve");            C and C++
 *     MPIMON_REGION_END("solve");
 *     mpich_monitoring::Region solve("solve"); C++: to the end of the scope
 *
 * Regions may be nested; each thread has its own. All of this only calls MPI_Pcontrol, with levels whose meaning the
 * standard leaves open, so on another MPI it does nothing. The name must stay the same between begin and end; it is
 * cut after 95 bytes. Use it between MPI_Init and MPI_Finalize.
 */
#ifndef MPICH_MONITORING_H
#define MPICH_MONITORING_H

#include <mpi.h>

/* Levels for MPI_Pcontrol, each followed by one more argument: the region's name. */
#define MPIMON_REGION_ENTER 1001
#define MPIMON_REGION_LEAVE (-1001)

#define MPIMON_REGION_BEGIN(name) ((void)MPI_Pcontrol(MPIMON_REGION_ENTER, (const char *)(name)))
#define MPIMON_REGION_END(name) ((void)MPI_Pcontrol(MPIMON_REGION_LEAVE, (const char *)(name)))

#ifdef __cplusplus
namespace mpich_monitoring {

/* The region lasts from the object's construction to its destruction. The name is not copied. */
class Region {
  public:
    explicit Region(const char *name) : name_(name) { (void)MPI_Pcontrol(MPIMON_REGION_ENTER, name_); }
    ~Region() { (void)MPI_Pcontrol(MPIMON_REGION_LEAVE, name_); }

  private:
    Region(const Region &);
    Region &operator=(const Region &);

    const char *name_;
};

}  // namespace mpich_monitoring
#endif

#endif
