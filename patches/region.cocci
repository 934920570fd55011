// Why: a program names its regions through MPI_Pcontrol, which does nothing in MPICH.
// Shape: the function of that name itself, where it begins to read its arguments; further in, they are wrapped up.
// May miss: calls that a tool takes for itself and does not pass on.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@region@
identifier f =~ "^P?MPI_Pcontrol$";
identifier list;
parameter list[n] parameters;
expression level;
@@
  int f(parameters, ...)
  {
  ...
  va_start(list, level);
+ MPIMON_HOOK_REGION(level, list);
  ...
  }
