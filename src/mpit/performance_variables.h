/*
 * The project's performance variables, their categories, enumerations and aliases. maint/extractcvars makes
 * performance_variables.inc from this block, and the reference pages: run maint/extractcvars --docs after a change.
 */
#ifndef MPIMON_MPIT_PERFORMANCE_VARIABLES_H
#define MPIMON_MPIT_PERFORMANCE_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

categories:
    - name        : MONITORING_P2P
      parent      : MONITORING
      description : Point-to-point messages

    - name        : MONITORING_COLL
      parent      : MONITORING
      description : Collectives

    - name        : MONITORING_RMA
      parent      : MONITORING
      description : One-sided

    - name        : MONITORING_PART
      parent      : MONITORING
      description : Partitioned

    - name        : MONITORING_FUNCTIONS
      parent      : MONITORING
      description : MPI functions and regions

    - name        : MONITORING_QUEUES
      parent      : MONITORING
      description : Queues and requests

    - name        : MONITORING_MEMORY
      parent      : MONITORING
      description : Memory

aliases:
    - name        : pml_monitoring_enable
      of          : MPIR_CVAR_MONITORING_ENABLE
      description : The name in Open MPI.

enums:
    - name        : monitoring_algorithms
      items_from  : MPIMON_HOOK_ALGORITHM
      description : Algorithms of collectives, by the functions that carry them out.

pvars:
    - name        : monitoring_p2p_sent_messages
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_P2P)
      description : >-
        Point-to-point messages that this process sent to each member of the bound communicator, on that communicator.

    - name        : monitoring_p2p_sent_bytes
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_P2P)
      description : >-
        Bytes of point-to-point messages that this process sent to each member of the bound communicator, on that
        communicator.

    - name        : monitoring_p2p_received_messages
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_P2P)
      description : >-
        Point-to-point messages that this process received from each member of the bound communicator, on that
        communicator; with the detail receives.

    - name        : monitoring_p2p_received_bytes
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_P2P)
      description : >-
        Bytes of point-to-point messages that this process received from each member of the bound communicator, on that
        communicator; with the detail receives.

    - name        : monitoring_p2p_sent_messages_any
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_P2P)
      description : >-
        Point-to-point messages that this process sent to each member of the bound communicator, on whatever
        communicator.

    - name        : monitoring_p2p_sent_bytes_any
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_P2P)
      description : >-
        Bytes of point-to-point messages that this process sent to each member of the bound communicator, on whatever
        communicator.

    - name        : monitoring_p2p_received_messages_any
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_P2P)
      description : >-
        Point-to-point messages that this process received from each member of the bound communicator, on whatever
        communicator; with the detail receives.

    - name        : monitoring_p2p_received_bytes_any
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_P2P)
      description : >-
        Bytes of point-to-point messages that this process received from each member of the bound communicator, on
        whatever communicator; with the detail receives.

    - name        : monitoring_coll_sent_messages
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_COLL)
      description : >-
        Messages of collective algorithms that this process sent to each member of the bound communicator, on that
        communicator.

    - name        : monitoring_coll_sent_bytes
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_COLL)
      description : >-
        Bytes of messages of collective algorithms that this process sent to each member of the bound communicator, on
        that communicator.

    - name        : monitoring_coll_received_messages
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_COLL)
      description : >-
        Messages of collective algorithms that this process received from each member of the bound communicator, on that
        communicator; with the detail receives.

    - name        : monitoring_coll_received_bytes
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_COLL)
      description : >-
        Bytes of messages of collective algorithms that this process received from each member of the bound
        communicator, on that communicator; with the detail receives.

    - name        : monitoring_coll_sent_messages_any
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_COLL)
      description : >-
        Messages of collective algorithms that this process sent to each member of the bound communicator, on whatever
        communicator.

    - name        : monitoring_coll_sent_bytes_any
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_COLL)
      description : >-
        Bytes of messages of collective algorithms that this process sent to each member of the bound communicator, on
        whatever communicator.

    - name        : monitoring_coll_received_messages_any
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_COLL)
      description : >-
        Messages of collective algorithms that this process received from each member of the bound communicator, on
        whatever communicator; with the detail receives.

    - name        : monitoring_coll_received_bytes_any
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_COLL)
      description : >-
        Bytes of messages of collective algorithms that this process received from each member of the bound
        communicator, on whatever communicator; with the detail receives.

    - name        : monitoring_rma_sent_messages
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        One-sided operations by which this process wrote to each member of the bound communicator, in windows of that
        communicator.

    - name        : monitoring_rma_sent_bytes
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes that this process wrote to each member of the bound communicator by one-sided operations, in windows of
        that communicator.

    - name        : monitoring_rma_received_messages
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        One-sided operations by which this process read from each member of the bound communicator, in windows of that
        communicator.

    - name        : monitoring_rma_received_bytes
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes that this process read from each member of the bound communicator by one-sided operations, in windows of
        that communicator.

    - name        : monitoring_rma_sent_messages_any
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        One-sided operations by which this process wrote to each member of the bound communicator, in whatever window.

    - name        : monitoring_rma_sent_bytes_any
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes that this process wrote to each member of the bound communicator by one-sided operations, in whatever
        window.

    - name        : monitoring_rma_received_messages_any
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        One-sided operations by which this process read from each member of the bound communicator, in whatever window.

    - name        : monitoring_rma_received_bytes_any
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes that this process read from each member of the bound communicator by one-sided operations, in whatever
        window.

    - name        : monitoring_part_sent_messages
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_PART)
      description : >-
        Messages of partitioned communication that this process sent to each member of the bound communicator, on that
        communicator.

    - name        : monitoring_part_sent_bytes
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_PART)
      description : >-
        Bytes of messages of partitioned communication that this process sent to each member of the bound communicator,
        on that communicator.

    - name        : monitoring_part_received_messages
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_PART)
      description : >-
        Messages of partitioned communication that this process received from each member of the bound communicator, on
        that communicator; with the detail receives.

    - name        : monitoring_part_received_bytes
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_PART)
      description : >-
        Bytes of messages of partitioned communication that this process received from each member of the bound
        communicator, on that communicator; with the detail receives.

    - name        : monitoring_part_sent_messages_any
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_PART)
      description : >-
        Messages of partitioned communication that this process sent to each member of the bound communicator, on
        whatever communicator.

    - name        : monitoring_part_sent_bytes_any
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_PART)
      description : >-
        Bytes of messages of partitioned communication that this process sent to each member of the bound communicator,
        on whatever communicator.

    - name        : monitoring_part_received_messages_any
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_PART)
      description : >-
        Messages of partitioned communication that this process received from each member of the bound communicator, on
        whatever communicator; with the detail receives.

    - name        : monitoring_part_received_bytes_any
      category    : MONITORING_PART
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_PART)
      description : >-
        Bytes of messages of partitioned communication that this process received from each member of the bound
        communicator, on whatever communicator; with the detail receives.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
