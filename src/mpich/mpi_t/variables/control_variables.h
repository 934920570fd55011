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
        apart. MPICH_MONITORING=off in the environment makes it 0 in MPI_Init.

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
        percent sign, %s the job step, %a the index in a job array ("none" where the job is none of these), %t the start
        as 20261124T144640, in local time. Nothing is replaced: where another run's profile has the name, .2 or the next
        free number goes before its end. Where processes differ, the first one with such an output stands for rank 0. A
        world that a job spawns adds .spawned- and a process id; where no communicator ever had all processes, which
        sessions allow, each process writes a profile of its own and adds .rank- and its rank.

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
        stdout and stderr turn this on), waits (how long calls wait, and for whom), timeline (totals of each interval of
        MPIR_CVAR_MONITORING_INTERVAL), files (of MPI-IO), or all.

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

    - name        : MPIR_CVAR_MONITORING_COMMAND
      category    : MONITORING
      type        : int
      default     : 1
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Whether the profile has the program's command line, at most 1023 bytes of it. 0: it has not, for command lines
        that hold what nobody who gets the profile should read, such as passwords.

    - name        : MPIR_CVAR_MONITORING_REORDER
      category    : MONITORING
      type        : string
      default     : "none"
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        What MPICH makes of it where a program lets it reorder ranks; the same in all processes. none: ranks stay in
        their order. topology: MPI_Cart_create gives each node a block of the grid, if fewer neighbours are on different
        nodes then. counts: all functions that make a topology order ranks by what these have sent each other until
        then, if that is less far then. A file, with a slash in its name, that mpimon place --format text has written:
        they order ranks by it.

    - name        : MPIR_CVAR_MONITORING_EXPLORE
      category    : MONITORING
      type        : string
      default     : ""
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        A file of algorithms to try in some of the program's own blocking collective calls, which then are timed, and
        other calls beside them; mpimon tune makes it and reads the times in the profile. All processes must have the
        same file. Empty: nothing is tried.

    - name        : MPIR_CVAR_MONITORING_EXPLORE_SHARE
      category    : MONITORING
      type        : int
      default     : 5
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Percent of the collective calls that are timed for MPIR_CVAR_MONITORING_EXPLORE, 1 to 100. Below 100, they
        never take more than this share of the time either.

    - name        : MPIR_CVAR_MONITORING_INTERVAL
      category    : MONITORING
      type        : int
      default     : 1000
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_ALL_EQ
      description : >-
        Milliseconds from one sample of the detail timeline to the next, 10 to 3600000. At most 4096 intervals are kept:
        then they become twice as long.

    - name        : MPIR_CVAR_MONITORING_PLUGINS
      category    : MONITORING
      type        : string
      default     : ""
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_READONLY
      description : >-
        Plugins that MPI_Init loads while monitoring is on, with colons between them; the same in all processes. Each is
        the name of one that is installed with this library, or a shared object, with a slash in its name; what follows
        a comma is the plugin's. docs/plugins.md says what they are. Empty: none.

    - name        : MPIR_CVAR_MONITORING_PLUGINS_SHARE
      category    : MONITORING
      type        : int
      default     : 1
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_LOCAL
      description : >-
        Percent of the time since MPI_Init that each plugin may take, 1 to 100; one that takes more is stopped. 50
        milliseconds and its longest call are free. 100: none is stopped.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
