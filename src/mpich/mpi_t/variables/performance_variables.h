/*
 * The project's performance variables, their categories, enumerations and aliases. maint/extractcvars makes
 * performance_variables.inc from this block, and the reference pages: run maint/extractcvars --docs after a change.
 */
#ifndef MPIMON_PERFORMANCE_VARIABLES_H
#define MPIMON_PERFORMANCE_VARIABLES_H

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

    - name        : MONITORING_IO
      parent      : MONITORING
      description : MPI-IO

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
    - name        : monitoring_{each}_sent_messages
      each        : p2p coll rma part
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process sent to each member of the bound communicator, on that
        communicator. Of an inter-communicator the members are those of the remote group; the element of the
        process itself is what it sent to itself.

    - name        : monitoring_{each}_sent_bytes
      each        : p2p coll rma part
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_{EACH})
      example     : >-
        MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count); unsigned long long values[count];
        MPI_T_pvar_start(session, handle); MPI_T_pvar_read(session, handle, values);
      description : >-
        Bytes that this process sent in messages of class {each} to each member of the bound communicator,
        on that communicator. Of an inter-communicator the members are those of the remote group; the
        element of the process itself is what it sent to itself.

    - name        : monitoring_{each}_received_messages
      each        : p2p coll rma part
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process received from each member of the bound communicator, on
        that communicator. Needs the detail receives, but for class rma.

    - name        : monitoring_{each}_received_bytes
      each        : p2p coll rma part
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_{EACH})
      description : >-
        Bytes that this process received in messages of class {each} from each member of the bound
        communicator, on that communicator. Needs the detail receives, but for class rma.

    - name        : monitoring_{each}_sent_messages_any
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process sent to each member of the bound communicator, on
        whatever communicator. Of an inter-communicator the members are those of the remote group; the
        element of the process itself is what it sent to itself.

    - name        : monitoring_{each}_sent_bytes_any
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_{EACH})
      description : >-
        Bytes that this process sent in messages of class {each} to each member of the bound communicator,
        on whatever communicator. Of an inter-communicator the members are those of the remote group; the
        element of the process itself is what it sent to itself.

    - name        : monitoring_{each}_received_messages_any
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process received from each member of the bound communicator, on
        whatever communicator. Needs the detail receives, but for class rma.

    - name        : monitoring_{each}_received_bytes_any
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers_any
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_{EACH})
      description : >-
        Bytes that this process received in messages of class {each} from each member of the bound
        communicator, on whatever communicator. Needs the detail receives, but for class rma.

    - name        : monitoring_{each}_sent_messages_total
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_total
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process sent to all others, of other worlds too, and itself.

    - name        : monitoring_{each}_sent_bytes_total
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_total
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_{EACH})
      description : >-
        Bytes of class {each} that this process sent to all others, of other worlds too, and itself.

    - name        : monitoring_{each}_received_messages_total
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_total
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_{EACH})
      description : >-
        Messages of class {each} that this process received from all others, of other worlds too, and
        itself.

    - name        : monitoring_{each}_received_bytes_total
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_total
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_{EACH})
      description : >-
        Bytes of class {each} that this process received from all others, of other worlds too, and itself.

    - name        : monitoring_{each}_sizes
      each        : p2p coll rma part io
      category    : MONITORING_{EACH}
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : histogram_bins
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_sizes
      argument    : MPIMON_CLASS_{EACH}
      description : >-
        Messages of class {each} that this process sent, by size: empty ones, then one element for each
        power of two, the last one for 2^63 bytes and above.

    - name        : monitoring_path_{each}_sent_messages
      each        : self shm ipc net
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_path
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_PATH_{EACH})
      description : >-
        Messages of all classes that this process sent by path {each}.

    - name        : monitoring_path_{each}_sent_bytes
      each        : self shm ipc net
      category    : MONITORING
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_path
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_PATH_{EACH})
      description : >-
        Bytes of all classes that this process sent by path {each}.

    - name        : monitoring_win_sent_messages
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_WIN
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        Messages of one-sided operations that this process wrote to each member of the bound window's group.

    - name        : monitoring_win_sent_bytes
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_WIN
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_SENT_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes of one-sided operations that this process wrote to each member of the bound window's group.

    - name        : monitoring_win_received_messages
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_WIN
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_MESSAGES(MPIMON_CLASS_RMA)
      description : >-
        Messages of one-sided operations that this process read from each member of the bound window's
        group.

    - name        : monitoring_win_received_bytes
      category    : MONITORING_RMA
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_WIN
      count       : comm_size
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_peers
      argument    : MPIMON_PVAR_RECEIVED_BYTES(MPIMON_CLASS_RMA)
      description : >-
        Bytes of one-sided operations that this process read from each member of the bound window's group.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
