/*
 * Performance variables of what rises and falls: states, levels, sizes, watermarks.
 */
#ifndef MPIMON_MPIT_GAUGE_VARIABLES_H
#define MPIMON_MPIT_GAUGE_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

enums:
    - name        : monitoring_states
      items       :
        - "off"
        - "on"
      description : Whether messages are counted.

pvars:
    - name        : monitoring_state
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_STATE
      type        : int
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      enum        : monitoring_states
      read        : mpimon_pvar_state
      description : >-
        Whether messages are counted at this moment.

    - name        : monitoring_local_share
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_PERCENTAGE
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_local_share
      description : >-
        Percentage of all bytes sent so far that did not leave the node, as far as MPICH itself decides it: by the paths
        self, shm and ipc.

    - name        : monitoring_requests
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_LEVEL
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_requests
      description : >-
        Requests that are alive.

    - name        : monitoring_posted_receives
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_LEVEL
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_level
      argument    : MPIMON_LEVEL_POSTED_RECEIVES
      description : >-
        Receives that are posted and not complete. Wants the detail receives.

    - name        : monitoring_posted_receives_high
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_HIGHWATERMARK
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_level
      argument    : MPIMON_LEVEL_POSTED_RECEIVES
      description : >-
        The most receives that were posted and not complete while the handle was started. Wants the detail receives.

    - name        : monitoring_posted_receives_low
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_LOWWATERMARK
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_level
      argument    : MPIMON_LEVEL_POSTED_RECEIVES
      description : >-
        The fewest receives that were posted and not complete while the handle was started. Wants the detail receives.

    - name        : monitoring_segment_bytes
      category    : MONITORING_MEMORY
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_segment_bytes
      description : >-
        Bytes of memory that the counters take.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
