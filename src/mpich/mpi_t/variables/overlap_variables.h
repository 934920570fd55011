/*
 * Overlap: synchronous calls made asynchronous.
 */
#ifndef MPIMON_OVERLAP_VARIABLES_H
#define MPIMON_OVERLAP_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

categories:
    - name        : OVERLAP
      description : MPI_Send, MPI_Recv and MPI_Sendrecv that go on while the program computes.

cvars:
    - name        : MPIR_CVAR_OVERLAP
      category    : OVERLAP
      type        : enum
      default     : off
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_CONSTANT
      description : |-
        Whether MPI_Send, MPI_Recv and MPI_Sendrecv return while their messages are on their way
        off      - They wait, as in MPICH
        paging   - What is on its way is protected; who touches it waits
        chaining - Calls that follow each other as often before wait once, at the end of their chain
        auto     - As chaining, where the run shows that to be faster; calls that take no time wait

    - name        : MPIR_CVAR_OVERLAP_MIN_BYTES
      category    : OVERLAP
      type        : int
      default     : 256
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_CONSTANT
      description : >-
        Messages of fewer bytes stay synchronous.

    - name        : MPIR_CVAR_OVERLAP_CONFIDENCE
      category    : OVERLAP
      type        : int
      default     : 3
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_CONSTANT
      description : >-
        How often calls must have followed each other before they are a chain.

    - name        : MPIR_CVAR_OVERLAP_DEBUG
      category    : OVERLAP
      type        : string
      default     : ""
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_CONSTANT
      description : >-
        A rank, or all: these processes show in MPI_Finalize what was made asynchronous, and what was not and why.

    - name        : MPIR_CVAR_OVERLAP_DATABASE
      category    : OVERLAP
      type        : string
      default     : ""
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_CONSTANT
      description : >-
        A file in which a run leaves the chains that it has recognized, for the next run of the same executable.

pvars:
    - name        : monitoring_overlap_{each}
      each        :
        sends : Sends that went on after their call
        receives : Receives that went on after their call
        faults : Accesses of the program to what was on its way
        system_calls : System calls before which all that was on its way had to arrive
        copied_bytes : Bytes of sends that were copied
        moved_pages : Pages that were closed, or away, while they were received into
        chained : Sends and receives within chains
        open : Those after which the program was seen to go straight on to the next call, so no page had to be closed
        chains : Chains that were recognized
        broken : Chains that did not go on as they had
        waits_saved : Messages that were complete before the program needed them
        wakeups : Wakeups of the thread that moves messages, by the network module
        sleeps : Sleeps of the thread that moves messages, that ended by time
      category    : OVERLAP
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      atomic      : false
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_overlap
      argument    : MPIMON_OVERLAP_{EACH}
      description : >-
        {text}, with MPIR_CVAR_OVERLAP.

    - name        : monitoring_overlap_synchronous_{each}
      each        :
        small : the message has fewer bytes than MPIR_CVAR_OVERLAP_MIN_BYTES
        fast : the network is faster than what overlap takes
        status : the status cannot be written before the message is there
        wildcard : any source will do, and which one it is, is decided at once
        errors : errors are not fatal, so the call has to tell of them
        threads : other threads of the program call MPI, or use the pages
        outstanding : operations of the program's own were under way
        memory : the buffer is not known to be memory of the program's alone
        shared : both buffers of an exchange are on one page
        signals : SIGSEGV or SIGSYS is blocked
        kernel : the kernel refused to move or protect pages
        full : too much was under way
      category    : OVERLAP
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : true
      readonly    : true
      atomic      : false
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_overlap
      argument    : MPIMON_OVERLAP_FIRST_REASON + MPIMON_OVERLAP_{EACH}
      description : >-
        Calls that stayed synchronous with MPIR_CVAR_OVERLAP because {text}.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
