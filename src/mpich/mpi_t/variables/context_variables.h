/*
 * Performance variables of MPI functions and of the application's regions.
 */
#ifndef MPIMON_CONTEXT_VARIABLES_H
#define MPIMON_CONTEXT_VARIABLES_H

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

enums:
    - name        : monitoring_functions
      items_from  : MPIR_FUNC_TERSE_ENTER
      description : MPI functions.

pvars:
    - name        : monitoring_function_calls
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_calls
      description : >-
        Calls of each MPI function, those made inside of another one left out. Needs the detail functions.

    - name        : monitoring_function_time
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_time
      argument    : MPIMON_PVAR_ALL_CALLS
      description : >-
        Seconds spent in each MPI function, by all threads. Needs the detail functions.

    - name        : monitoring_function_{each}_call
      each        : shortest longest
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_GENERIC
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_time
      argument    : MPIMON_PVAR_{EACH}_CALL
      description : >-
        Seconds that the {each} call of each MPI function took so far, 0 before the first one. Needs the detail
        functions.

    - name        : monitoring_function_{each}_messages
      each        :
        sent : sent
        received : received (which needs the detail receives)
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_traffic
      argument    : MPIMON_PVAR_{EACH}_MESSAGES(0)
      description : >-
        Messages of all classes that were {text} within each MPI function. Needs the detail functions.

    - name        : monitoring_function_{each}_bytes
      each        :
        sent : sent
        received : received (which needs the detail receives)
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_traffic
      argument    : MPIMON_PVAR_{EACH}_BYTES(0)
      description : >-
        Bytes in messages of all classes that were {text} within each MPI function. Needs the detail functions.

    - name        : monitoring_function_noncontiguous_{each}
      each        :
        messages : Messages
        blocks : Pieces that lie together of messages
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_noncontiguous
      argument    : MPIMON_PVAR_NONCONTIGUOUS_{EACH}
      description : >-
        {text}, of all classes, that were sent within each MPI function with a derived datatype that is not
        contiguous. Needs the detail functions.

    - name        : monitoring_function_noncontiguous_{each}
      each        :
        bytes : Bytes of messages
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : enum_items
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      enum        : monitoring_functions
      read        : mpimon_pvar_function_noncontiguous
      argument    : MPIMON_PVAR_NONCONTIGUOUS_{EACH}
      description : >-
        {text}, of all classes, that were sent within each MPI function with a derived datatype that is not
        contiguous. Needs the detail functions.

    - name        : monitoring_region_entries
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_region_entries
      description : >-
        How often any thread entered the region that the calling thread was in when the handle was bound; 0 for none.
        Needs the detail regions.

    - name        : monitoring_region_time
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_TIMER
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_region_time
      description : >-
        Seconds from entering to leaving, over all threads and as far as they have left it, of the region that the
        calling thread was in when the handle was bound; 0 for none. Needs the detail regions.

    - name        : monitoring_region_{each}_messages
      each        :
        sent : sent
        received : received (which needs the detail receives)
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_region_traffic
      argument    : MPIMON_PVAR_{EACH}_MESSAGES(0)
      description : >-
        Messages of all classes that were {text} in the region that the calling thread was in when the handle was
        bound, or outside of all regions. Needs the detail regions.

    - name        : monitoring_region_{each}_bytes
      each        :
        sent : sent
        received : received (which needs the detail receives)
      category    : MONITORING_FUNCTIONS
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      continuous  : false
      readonly    : false
      atomic      : true
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      read        : mpimon_pvar_region_traffic
      argument    : MPIMON_PVAR_{EACH}_BYTES(0)
      description : >-
        Bytes in messages of all classes that were {text} in the region that the calling thread was in when the
        handle was bound, or outside of all regions. Needs the detail regions.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/

#endif
