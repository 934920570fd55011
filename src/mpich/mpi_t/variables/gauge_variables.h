/*
 * Performance variables of what rises and falls: states, gauges, sizes, watermarks.
 */
#ifndef MPIMON_GAUGE_VARIABLES_H
#define MPIMON_GAUGE_VARIABLES_H

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

    - name        : monitoring_{each}
      each        :
        unexpected_messages : >-
          messages that have arrived before a receive was posted for them, as far as MPICH itself keeps them: those that
          came through shared memory or as active messages, not those that a network library holds back
        unexpected_bytes : data in the messages that monitoring_unexpected_messages counts, in bytes
        posted_receives : receives that are posted and not complete; needs the detail receives
        posted_bytes : >-
          room in the receives that monitoring_posted_receives counts, in bytes; needs the detail receives
        requests : requests that are alive
        cells : >-
          shared-memory cells of this process that hold a message which its receiver has not taken out yet
        packet_buffers : packet buffers that are in use
        memory : >-
          bytes of memory that MPICH and the counters hold: monitoring_object_bytes, monitoring_packet_buffer_bytes,
          monitoring_cell_bytes and monitoring_segment_bytes
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_LEVEL
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_gauge
      argument    : MPIMON_GAUGE_{EACH}
      description : >-
        Level of {text}.

    - name        : monitoring_{each}_high
      each        : >-
        unexpected_messages unexpected_bytes posted_receives posted_bytes requests cells packet_buffers memory
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_HIGHWATERMARK
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_gauge
      argument    : MPIMON_GAUGE_{EACH}
      description : >-
        The highest value of monitoring_{each} while the handle was started.

    - name        : monitoring_{each}_low
      each        : >-
        unexpected_messages unexpected_bytes posted_receives posted_bytes requests cells packet_buffers memory
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_LOWWATERMARK
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_gauge
      argument    : MPIMON_GAUGE_{EACH}
      description : >-
        The lowest value of monitoring_{each} while the handle was started.

    - name        : monitoring_{each}_allocated
      each        :
        cells : shared-memory cells that are this process's to send with
        packet_buffers : packet buffers
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_allocated
      argument    : MPIMON_GAUGE_{EACH}
      description : >-
        Number of {text}, in use or not.

    - name        : monitoring_{each}_never_used
      each        :
        cells : shared-memory cells that are this process's to send with
        packet_buffers : packet buffers
      category    : MONITORING_QUEUES
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_never_used
      argument    : MPIMON_GAUGE_{EACH}
      description : >-
        Of the {text}, those that were not needed so far: all that there are less the most that were in use at the same
        time. Needs the detail gauges; without it, those that are not in use now.

    - name        : monitoring_{each}_bytes
      each        :
        object : objects such as requests, communicators and datatypes, in use or not
        packet_buffer : packet buffers, in use or not
        cell : shared-memory cells that are this process's to send with
        segment : the counters
      category    : MONITORING_MEMORY
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_bytes
      argument    : MPIMON_BYTES_{EACH}
      description : >-
        Bytes of memory that is taken by {text}.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
