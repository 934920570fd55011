/*
 * Open MPI's monitoring variables: names, classes, types and bindings as there (guide RR-9038, section 8.3).
 */
#ifndef MPIMON_OPENMPI_VARIABLES_H
#define MPIMON_OPENMPI_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

pvars:
    - name        : pml_monitoring_flush
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_GENERIC
      type        : char
      bind        : MPI_T_BIND_MPI_COMM
      count       : text
      continuous  : false
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_flush_name
      write       : mpimon_pvar_flush_write
      notify      : mpimon_pvar_flush_notify
      example     : >-
        MPI_T_pvar_write(session, flush, "prof/phase_1"); MPI_T_pvar_stop(session, flush);
      description : >-
        As in Open MPI: writing it sets the name of the files that are written, writing NULL or an empty
        text clears it; stopping it writes NAME.RANK.prof with what was counted since it was started, and
        counts anew. Bound to MPI_COMM_WORLD. The count of a new handle is the length of the name.

    - name        : pml_monitoring_messages_count
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_OPENMPI_PML)
      description : >-
        Messages sent to each member of the bound communicator on whatever communicator, as Open MPI counts
        them: those of the user; with MPIR_CVAR_MONITORING_ENABLE=1 those of the library, too.

    - name        : pml_monitoring_messages_size
      category    : MONITORING_P2P
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_OPENMPI_PML)
      description : >-
        Bytes sent to each member of the bound communicator on whatever communicator, as Open MPI counts
        them: those of the user; with MPIR_CVAR_MONITORING_ENABLE=1 those of the library, too.

    - name        : osc_monitoring_messages_sent_count
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_OPENMPI_OSC)
      description : >-
        Messages written to each member of the bound communicator by one-sided operations, in whatever
        window.

    - name        : osc_monitoring_messages_sent_size
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_OPENMPI_OSC)
      description : >-
        Bytes written to each member of the bound communicator by one-sided operations, in whatever window.

    - name        : osc_monitoring_messages_recv_count
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_OPENMPI_OSC)
      description : >-
        Messages read from each member of the bound communicator by one-sided operations, in whatever
        window.

    - name        : osc_monitoring_messages_recv_size
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_openmpi
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_OPENMPI_OSC)
      description : >-
        Bytes read from each member of the bound communicator by one-sided operations, in whatever window.

    - name        : coll_monitoring_messages_count
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_asked
      notify      : mpimon_pvar_asked_notify
      argument    : MPIMON_PVAR_MESSAGES
      description : >-
        Messages that calls of collectives ask for with each member of the bound communicator, on whatever
        communicator and whatever the algorithm, as Open MPI counts them: one with every other process for
        each call; of operations with a root, for calls of the root alone; of Scan and Exscan, with higher
        ranks; of neighbourhood collectives, with each neighbour that is sent to.

    - name        : coll_monitoring_messages_size
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_SIZE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_asked
      notify      : mpimon_pvar_asked_notify
      argument    : MPIMON_PVAR_BYTES
      description : >-
        Bytes of the messages of coll_monitoring_messages_count: what goes to the member, or for all-to-one
        operations what comes from it.

    - name        : coll_monitoring_o2a_count
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_calls
      argument    : MPIMON_ONE_TO_ALL
      description : >-
        Collective operations of kind one-to-all on the bound communicator where this process was the root.

    - name        : coll_monitoring_o2a_size
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_bytes
      notify      : mpimon_pvar_asked_notify
      argument    : MPIMON_ONE_TO_ALL
      description : >-
        Bytes sent by collective operations of kind one-to-all on the bound communicator where this process
        was the root, those to itself left out.

    - name        : coll_monitoring_a2o_count
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_calls
      argument    : MPIMON_ALL_TO_ONE
      description : >-
        Collective operations of kind all-to-one on the bound communicator where this process was the root.

    - name        : coll_monitoring_a2o_size
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_bytes
      notify      : mpimon_pvar_asked_notify
      argument    : MPIMON_ALL_TO_ONE
      description : >-
        Bytes received by collective operations of kind all-to-one on the bound communicator where this
        process was the root, those to itself left out.

    - name        : coll_monitoring_a2a_count
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_calls
      argument    : MPIMON_ALL_TO_ALL
      description : >-
        Collective operations of kind all-to-all on the bound communicator.

    - name        : coll_monitoring_a2a_size
      category    : MONITORING_COLL
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : 1
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_kind_bytes
      notify      : mpimon_pvar_asked_notify
      argument    : MPIMON_ALL_TO_ALL
      description : >-
        Bytes sent by collective operations of kind all-to-all on the bound communicator, those to itself
        left out.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
