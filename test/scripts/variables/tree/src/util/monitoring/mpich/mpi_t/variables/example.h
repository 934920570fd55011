/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===

categories:
    - name        : LEAF
      parent      : BRANCH
      description : Said "before" its parent.
    - name        : TRUNK
      description : >-
        Text in two
        lines.
    - name        : BRANCH
      parent      : TRUNK
      description : Between.

cvars:
    - name        : MPIR_CVAR_EXAMPLE
      category    : TRUNK
      type        : int
      default     : 3
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_ALL_EQ
      description : An example.
    - name        : MPIR_CVAR_EXAMPLE_WAY
      category    : LEAF
      type        : enum
      default     : long
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_DETAIL
      scope       : MPI_T_SCOPE_LOCAL
      description : |-
        The way to take
        short - Straight
        long  - Round,
                and round

pvars:
    - name        : example_messages
      category    : LEAF
      class       : MPI_T_PVAR_CLASS_COUNTER
      type        : unsigned long long
      bind        : MPI_T_BIND_MPI_COMM
      count       : comm_size
      continuous  : false
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : read_messages
      argument    : KIND(SENT, 1 << 2)
      description : |
        Messages;
        "quoted" \ slashed.
      example     : |
        MPI_T_pvar_read(session, handle, sent);

        .. - a line for \e troff
    - name        : example_reset
      category    : TRUNK
      class       : MPI_T_PVAR_CLASS_GENERIC
      type        : char
      bind        : MPI_T_BIND_NO_OBJECT
      count       : text
      continuous  : true
      readonly    : false
      verbosity   : MPI_T_VERBOSITY_MPIDEV_ALL
      read        : read_reset
      write       : write_reset
      notify      : notify_reset
      atomic      : true
      description : Written to.
    - name        : example_colours
      category    : TRUNK
      class       : MPI_T_PVAR_CLASS_HIGHWATERMARK
      type        : unsigned
      bind        : MPI_T_BIND_MPI_WIN
      count       : enum_items
      enum        : colours
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_TUNER_DETAIL
      read        : read_colours
      argument    : 7
      description : By colour.
    - name        : example_sizes
      category    : TRUNK
      class       : MPI_T_PVAR_CLASS_AGGREGATE
      type        : unsigned long
      bind        : MPI_T_BIND_NO_OBJECT
      count       : histogram_bins
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_ALL
      read        : read_sizes
      description : By size.
    - name        : example_load
      category    : BRANCH
      class       : MPI_T_PVAR_CLASS_PERCENTAGE
      type        : double
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 3
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : read_load
      description : Of three minutes.
    - name        : example_state
      category    : BRANCH
      class       : MPI_T_PVAR_CLASS_STATE
      type        : int
      bind        : MPI_T_BIND_NO_OBJECT
      count       : 1
      enum        : algorithms
      continuous  : true
      readonly    : true
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      read        : read_state
      description : What is going on.

enums:
    - name        : algorithms
      items_from  : MPIMON_HOOK_ALGORITHM
      description : From the tree.
    - name        : colours
      description : Two of them.
      items       :
        - red
        - green

aliases:
    - name        : other_example
      of          : MPIR_CVAR_EXAMPLE
      description : Another name.

=== END_MPI_T_CVAR_INFO_BLOCK ===
*/
