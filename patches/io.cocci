// Why: calls of MPI-IO are counted by file, and as functions, which ROMIO's bindings do not say that they are; and the
//   messages that ROMIO sends are told from the program's by ROMIO's communicators.
// Shape: in ROMIO's bindings, and from 5.0 on in the functions that MPICH's own bindings call, a line before the first
//   one, which takes the parameters by their names, and each `return`; the communicator that MPI_File_open duplicates,
//   and one that is split for GPFS.
// May miss: a binding whose parameters have other names does not compile. Communicators of one process (of files with
//   the shared file pointer), over which nothing is sent. MPI_File_c2f and _f2c, which do nothing with a file.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@io_open@
identifier f =~ "^MPIR?_File_open(_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_OPEN(f);
  ... when any
  }

@io_delete@
identifier f =~ "^MPIR?_File_delete(_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_DELETE(f);
  ... when any
  }

@io_close@
identifier f =~ "^MPIR?_File_close(_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_CLOSE(f);
  ... when any
  }

@io_read@
identifier f =~ "^MPIR?_File_read(_(at|all|at_all|shared|ordered))?(_c|_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_READ(f);
  ... when any
  }

@io_access@
identifier f =~ "^MPIR?_File_((iread|i?write)(_(at|all|at_all|shared|ordered))?|(read|write)_(all|at_all|ordered)_begin)(_c|_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_ACCESS(f);
  ... when any
  }

@io_call@
identifier f =~ "^MPIR?_File_((read|write)_(all|at_all|ordered)_end|preallocate|seek(_shared)?|sync|get_(amode|atomicity|byte_offset|group|info|position(_shared)?|size|type_extent|view)|set_(atomicity|info|size|view))(_c|_impl)?$";
@@
  int f(...)
  {
+ MPIMON_HOOK_IO_CALL(f);
  ... when any
  }

@io_return exists@
identifier f =~ "^MPIR?_File_(close|delete|i?read|i?write|open|preallocate|seek|sync|get_(amode|atomicity|byte_offset|group|info|position|size|type_extent|view)|set_(atomicity|info|size|view))";
position p;
expression e;
@@
  int f(...)
  {
  ... when any
  return@p e;
  ... when any
  }

@io_exit@
position io_return.p;
expression e;
@@
- return@p e;
+ return MPIMON_HOOK_IO_EXIT(e);

@io_communicator@
identifier f =~ "^MPIR?_File_open(_impl)?$";
expression from, made;
@@
  int f(...)
  {
  <...
  MPI_Comm_dup(from, &made);
+ MPIMON_HOOK_IO_COMMUNICATOR(made);
  ...>
  }

@io_communicator_split@
expression color, key, made;
identifier fd;
@@
  MPI_Comm_split(fd->comm, color, key, &made);
+ MPIMON_HOOK_IO_COMMUNICATOR(made);
