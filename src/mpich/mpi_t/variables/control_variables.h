/*
 * The project's control variables. MPICH's own maint/extractcvars makes them from this block.
 */
#ifndef MPIMON_CONTROL_VARIABLES_H
#define MPIMON_CONTROL_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

categories:
    - name        : MONITORING
      description : Who sent how much to whom, why, through which path and by which collective algorithm.

cvars:
    - name        : MPIR_CVAR_MONITORING_ENABLE
      category    : MONITORING
      type        : int
      default     : 0
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Count messages and collective operations: 0 off; 1 on, user and library traffic merged in the output; 2 on, kept
        apart.

    - name        : MPIR_CVAR_MONITORING_OUTPUT
      category    : MONITORING
      type        : enum
      default     : file
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : |-
        Where the counters go in MPI_Finalize
        none   - Nowhere; read them through MPI_T
        stdout - Text on standard output, rank after rank
        stderr - Text on standard error, rank after rank
        file   - One profile per job, for the command mpimon
        prof   - One text file per rank, as Open MPI's monitoring writes it

    - name        : MPIR_CVAR_MONITORING_FILENAME
      category    : MONITORING
      type        : string
      default     : "%e.%j.mon"
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Name of the profile, for output prof the prefix of its files. %e is the executable, %j the batch job's id (of
        Slurm, PBS, Flux or LSF, else the process id of rank 0), %h the host of rank 0, %u the user, %d the date, %% a
        percent sign. Nothing is replaced: where another run's profile has the name, .2 or the next free number
        goes before its end. Where processes differ, the first one with such an output stands for rank 0. A
        world that a job spawns adds .spawned- and a process id; where no communicator ever had all processes,
        which sessions allow, each process writes a profile of its own and adds .rank- and its rank.

    - name        : MPIR_CVAR_MONITORING_DETAIL
      category    : MONITORING
      type        : string
      default     : "peers,histograms,communicators,algorithms"
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        What is counted, as words with commas between them: peers, histograms, communicators and algorithms, which are
        counted in any case; functions, regions, receives, gauges, sizes (of messages, for each peer; outputs prof,
        stdout and stderr turn this on), or all.

    - name        : MPIR_CVAR_MONITORING_SEGMENT_DIR
      category    : MONITORING
      type        : string
      default     : ""
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Folder in which each process keeps its counters in a file while it runs, for live readers and for mpimon recover
        after a crash. Empty: private memory.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
