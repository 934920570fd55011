/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories:
    - name        : THEIR_CATEGORY
      description : Theirs.
cvars:
    - name        : MPIR_CVAR_THEIRS_TOO
      category    : NOBODYS
      type        : boolean
      default     : yes
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_LOCAL
      description : Once more.
    - name        : MPIR_CVAR_THEIR_TEXT
      category    : THEIR_CATEGORY
      type        : string
      default     : NULL
      class       : none
      verbosity   : MPI_T_VERBOSITY_USER_BASIC
      scope       : MPI_T_SCOPE_LOCAL
      description : Text.
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/
