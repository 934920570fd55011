// Why: where a program lets MPICH reorder the ranks of a topology, MPICH keeps their order. MPIR_CVAR_MONITORING_REORDER makes
//   use of it (MPICH issue 1654).
// Shape: the rank that a process of the communicator gets where a Cartesian topology, or a graph, is mapped; the split that
//   gives it this rank, or for distributed graphs the copy that keeps its own; the rank by which a Cartesian communicator
//   works out the process's own coordinates; where a distributed graph's edges are put on the communicator; and beginning and
//   end of MPI_Comm_split_type, where programs ask for an order by an info key.
// May miss: MPI_Comm_split_type with MPI_COMM_TYPE_SHARED, which the device does by itself.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@reorder_cart@
identifier f =~ "^MPIR_Cart_map_impl$";
identifier own =~ "^rank$";
identifier size, result;
@@
  f(...)
  {
  <+...
  if (own < size)
-   *result = own;
+   *result = MPIMON_HOOK_CART_RANK(size);
  else
    *result = MPI_UNDEFINED;
  ...+>
  }

@reorder_graph@
identifier f =~ "^MPIR_Graph_map_impl$";
identifier comm, size, result;
@@
  f(...)
  {
  <+...
  if (comm->rank < size) {
-   *result = comm->rank;
+   *result = MPIMON_HOOK_GRAPH_RANK(size);
  } else {
    *result = MPI_UNDEFINED;
  }
  ...+>
  }

@reorder_made@
identifier f =~ "^MPIR_Cart_create_impl$";
identifier own =~ "^rank$";
identifier size;
@@
  f(...)
  {
  <+...
+ MPIMON_HOOK_CART_MADE(own);
  if (own >= size || own == MPI_UNDEFINED) {
    ...
  }
  ...+>
  }

@reorder_split@
identifier f =~ "^MPIR_(Cart|Graph)_create_impl$";
expression comm, color, rank, made;
@@
  f(...)
  {
  <+...
- MPIR_Comm_split_impl(comm, color, rank, made)
+ MPIMON_HOOK_REORDERED_SPLIT(comm, color, rank, made)
  ...+>
  }

@reorder_copy@
identifier f =~ "^MPIR_Dist_graph_create(_adjacent)?_impl$";
expression comm, size, made;
@@
  f(...)
  {
  <+...
- MPII_Comm_copy(comm, size, NULL, made)
+ MPIMON_HOOK_REORDERED_COPY(comm, size, made)
  ...+>
  }

@reorder_edges@
identifier f =~ "^MPIR_Dist_graph_create(_adjacent)?_impl$";
expression comm, topology;
@@
  f(...)
  {
  <+...
- MPIR_Topology_put(comm, topology)
+ MPIMON_HOOK_REORDERED_EDGES(comm, topology)
  ...+>
  }

@reorder_split_type_of@
typedef MPIR_Comm;
identifier f =~ "^MPIR_Comm_split_type_impl$";
identifier comm, error;
@@
  f(MPIR_Comm *comm, ...)
  {
    int error = MPI_SUCCESS;
+   MPIMON_HOOK_SPLIT_TYPE_OF(comm);
    ...
  }

@reorder_split_type@
identifier comm =~ "^comm_ptr$";
@@
  if (comm)
-   MPIR_Comm_free_impl(comm);
+   MPIMON_HOOK_SPLIT_TYPE(comm);
