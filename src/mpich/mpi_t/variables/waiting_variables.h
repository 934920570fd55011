/*
 * Waiting: for whom, and how long (detail `waits`).
 */
#ifndef MPIMON_WAITING_VARIABLES_H
#define MPIMON_WAITING_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

categories:
    - name        : MONITORING_WAITING
      parent      : MONITORING
      description : Waiting

pvars:
    - name        : monitoring_waiting_time
      category    : MONITORING_WAITING
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_waiting_time
      description : >-
        Seconds that blocking calls of this process waited for each member of the bound communicator, on that
        communicator, if the detail waits is on. In a collective a process waits for whom its algorithm has it wait for,
        which need not be the one that is late.

    - name        : monitoring_waits
      category    : MONITORING_WAITING
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_waits
      description : >-
        How often blocking calls of this process waited for each member of the bound communicator, on that
        communicator, if the detail waits is on.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
