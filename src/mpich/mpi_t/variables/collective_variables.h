/*
 * Performance variables of collective operations, by algorithm, and by size.
 */
#ifndef MPIMON_COLLECTIVE_VARIABLES_H
#define MPIMON_COLLECTIVE_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

pvars:
    - name        : monitoring_{each}_calls
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      enum        : monitoring_algorithms
      read        : mpimon_pvar_collective_calls
      argument    : MPIMON_OPERATION_{each}
      description : >-
        Calls of MPI_{each}, and of its nonblocking and persistent forms, on the bound communicator by
        algorithm: the elements are the items of the enumeration monitoring_algorithms.

    - name        : monitoring_{each}_bytes
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      enum        : monitoring_algorithms
      read        : mpimon_pvar_collective_bytes
      argument    : MPIMON_OPERATION_{each}
      description : >-
        Bytes that this process contributed to calls of MPI_{each} and its other forms on the bound
        communicator, by algorithm.

    - name        : monitoring_{each}_time
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_MPI_COMM
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      enum        : monitoring_algorithms
      read        : mpimon_pvar_collective_time
      argument    : MPIMON_OPERATION_{each}
      description : >-
        Seconds that this process spent in blocking calls of MPI_{each} on the bound communicator, by
        algorithm.

    - name        : monitoring_{each}_calls_by_size
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : histogram_bins
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_collective_calls_by_size
      argument    : MPIMON_OPERATION_{each}
      description : >-
        Calls of MPI_{each} and its other forms on the bound communicator, by the size that MPICH chooses an algorithm
        by: empty ones, then one element for each power of two, the last one for 2^63 bytes and above.

    - name        : monitoring_{each}_bytes_by_size
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : histogram_bins
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_collective_bytes_by_size
      argument    : MPIMON_OPERATION_{each}
      description : >-
        The sum of these sizes, element by element as in monitoring_{each}_calls_by_size.

    - name        : monitoring_{each}_time_by_size
      each        : MPIMON_OPERATIONS
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_MPI_COMM
      count       : histogram_bins
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_collective_time_by_size
      argument    : MPIMON_OPERATION_{each}
      description : >-
        Seconds that this process spent in blocking calls of MPI_{each} on the bound communicator, element by element
        as in monitoring_{each}_calls_by_size.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
