// Why: a collective tuning file that is not sound ends MPICH by an assertion or a crash (MPICH issue 7456, pull request 7051),
//   and the one of level posix is not read in 4.0, which takes that of level ch4 instead.
// Shape: a file's variable is compared with the empty string, and the tree of conditions made of what is built in, or else of
//   the file. The rank is known; the first communicators are made.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@fix_tuning_file@
expression variable, builtin, create, file, root, lhs;
@@
  if (!strcmp(variable, "")) {
    lhs = MPIR_Csel_create_from_buf(builtin, create, root);
    ...
  } else {
-   lhs = MPIR_Csel_create_from_file(file, create, root);
+   lhs = MPIMON_FIX_TUNING_FILE(variable, builtin, create, root);
    ...
  }

@fix_tuning_read@
expression lhs;
@@
  lhs = MPIR_pmi_init();
+ MPIMON_FIX_TUNING_READ(lhs);

@fix_tuning_agreed@
identifier f =~ "^MPIR_init_comm_(world|self)$";
identifier error;
@@
  f(...)
  {
    int error = MPI_SUCCESS;
+   MPIMON_FIX_TUNING_AGREED(f);
    ...
  }
