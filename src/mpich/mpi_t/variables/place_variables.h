/*
 * Performance variables of where the process is.
 */
#ifndef MPIMON_PLACE_VARIABLES_H
#define MPIMON_PLACE_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

pvars:
    - name        : monitoring_place_node
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_GENERIC
      type        : int
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_place
      argument    : MPIMON_PLACE_NODE
      description : >-
        Number of the node that the process is on, as MPICH numbers the nodes of its world.

    - name        : monitoring_place_{each}
      each        :
        package : package
        numa_node : NUMA node
        l3 : third-level cache
        core : core
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_GENERIC
      type        : int
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_place
      argument    : MPIMON_PLACE_{EACH}
      description : >-
        hwloc's logical index of the {text} in which were all processors that the process could run on when its counters
        were made; -1 if there is no such {text}, or if it is not known.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
