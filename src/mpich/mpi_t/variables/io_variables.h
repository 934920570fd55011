/*
 * Performance variables of MPI-IO by file, over all files.
 */
#ifndef MPIMON_IO_VARIABLES_H
#define MPIMON_IO_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

pvars:
    - name        : monitoring_io_{each}_bytes
      each        :
        read : read from files
        written : wrote to files
      category    : MONITORING_IO
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_file_bytes
      argument    : MPIMON_PVAR_FILES_{EACH}
      description : >-
        Bytes that this process {each} by calls of MPI-IO. They are no messages. Needs the detail files.

    - name        : monitoring_io_calls
      category    : MONITORING_IO
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_file_calls
      description : >-
        Calls of MPI-IO for a file, those that open and close one and those that failed included; a split collective
        call is one. Needs the detail files.

    - name        : monitoring_io_time
      category    : MONITORING_IO
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : mpimon_pvar_file_time
      description : >-
        Seconds that this process spent in these calls, by all threads. Needs the detail files.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
