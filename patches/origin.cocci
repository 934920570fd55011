// Why: a communicator says where it comes from: which function made it, of what, and with which topology.
// Shape: in the bindings, one call makes it, whose last arguments are where to put it and, of MPI_Comm_idup, the request.
// May miss: MPI_Comm_join, which makes it of a socket; communicators that MPICH makes for itself have no origin.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@communicator_made@
identifier f =~ "^MPIR_(Comm_((i?dup(_with_info)?)|create|create_group|create_from_group|split|split_type|accept|connect|spawn|spawn_multiple)|Intercomm_(create|create_from_groups|merge)|Cart_(create|sub)|Graph_create|Dist_graph_create(_adjacent)?)_impl$";
expression list args;
expression lhs;
@@
  lhs = f(args);
+ MPIMON_HOOK_COMM_MADE(lhs, f, args);
