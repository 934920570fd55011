// Why: errors of MPICH itself, found on the way, that users of our build should not meet.
//   - MPI_Isendrecv and MPI_Isendrecv_replace with MPI_PROC_NULL as source and destination send to rank -1 and crash
//     (fixed upstream for 4.1).
//   - MPI_Isendrecv_replace packs the data and then sends the packed buffer with the datatype of the unpacked one: wrong
//     data for datatypes with gaps.
//   - MPI_Allgather_init, MPI_Scatter_init and MPI_Bcast_init by a schedule keep a count in the schedule's state, set when
//     it is made: a second start goes on from where the first one ended (MPICH issue 6423, fixed for 4.1.1, for
//     MPI_Scatter_init for 4.3.2; for MPI_Bcast_init pull request 7550, open).
//   - MPI_Gather_init copies the root's and the inner processes' data when it is called, not when it is started (MPICH
//     issue 7078, fixed for 4.2.3).
//   - MPI_Finalize of ch4:ucx waits in PMI, without progress, for peers whose endpoints may need its progress to close:
//     they wait for each other for ever (MPICH pull request 6596, fixed for 4.2).
//   - Trees that work in chunks (of Ireduce, Ibcast, Iallreduce) divide by zero where a chunk is set to be smaller than one
//     element (fixed upstream for 4.1).
//   - MPI_Reduce_scatter and MPI_Ireduce_scatter by pairwise exchange, in place, move the result to the beginning of the
//     buffer by a copy whose two ends overlap where a process gets more than those before it: MPICH aborts (in all
//     releases up to 5.0.1).
//   - MPI_Neighbor_alltoallv and _alltoallw, and their nonblocking forms, swap the two messages between processes that are
//     each other's neighbours on both sides, as on a periodic ring of two (MPICH pull request 5777, fixed for 4.1).
//   - MPI_MAX and MPI_MIN compare unsigned integers as if they were signed, since yaksa takes them for such (MPICH issue
//     6083, fixed for 4.1).
// Shape: the first declaration of the two functions; the call that sends `tmpbuf`; assignments to `ss->curr_count`; the
//   immediate copies of the gather's schedule; the barrier after the calls that disconnect; the copy within the buffer;
//   the loop over `l`, which receives from the neighbours; what asks for yaksa's operation, where nothing has looked for unsigned datatypes.
// May miss: other state of schedules that a callback changes (none was found in 4.0.2).
// Tried on: 4.0 to 5.0, each where MPICH still has the fault; patches/README.md says how far.

@fix_isendrecv_null@
identifier f =~ "^MPIR_Isendrecv(_replace)?_impl$";
@@
  f(...)
  {
    int mpi_errno = MPI_SUCCESS;
+   MPIMON_FIX_ISENDRECV_NULL(source, dest, p_req);
    ... when != dest == MPI_PROC_NULL && source == MPI_PROC_NULL
  }

@fix_isendrecv_packed@
expression list rest;
@@
- MPIR_Sched_pt2pt_send(tmpbuf, count, datatype, rest)
+ MPIR_Sched_pt2pt_send(tmpbuf, MPIMON_FIX_PACKED_SIZE(count, datatype), MPIMON_BYTE, rest)

@fix_schedule_state@
identifier f =~ "^MPIR_I(allgather|scatter)_intra_sched_(recursive_doubling|binomial)$";
identifier state =~ "^ss$";
expression value;
@@
  f(...)
  {
  <+... when != reset_shared_state
        when != init_curr_count
  state->curr_count = value;
+ MPIMON_FIX_SCHEDULE_STATE(s, state->curr_count);
  ...+>
  }

@fix_schedule_copy@
identifier f =~ "^MPIR_Igather_intra_sched_binomial$";
expression list args;
@@
  f(...)
  {
  <+...
- MPIR_Localcopy(args)
+ MPIMON_FIX_SCHEDULE_COPY(args, s)
  ...+>
  }

@fix_barrier exists@
identifier f =~ "^MPIDI_UCX_mpi_finalize_hook$";
expression request, lhs;
@@
  f(...)
  {
  ... when any
  request = ucp_disconnect_nb(...);
  ... when any
- lhs = MPIR_pmi_barrier();
+ lhs = MPIMON_FIX_BARRIER(MPIR_pmi_barrier);
  ... when any
  }

@fix_chunk_elements exists@
identifier f =~ "^MPIR_Algo_calculate_pipeline_chunk_info$";
expression bytes, size;
identifier elements;
@@
  f(...)
  {
  ... when any
- elements = bytes / size;
+ elements = MPIMON_FIX_CHUNK_ELEMENTS(bytes, size);
  ... when != elements < 1
  }

@fix_copy_within@
identifier f =~ "^MPIR_Reduce_scatter_intra_pairwise$";
expression offset, count, datatype;
@@
  f(...)
  {
  <+...
- MPIR_Localcopy(((char *) recvbuf + offset), count, datatype, recvbuf, count, datatype)
+ MPIMON_FIX_COPY_WITHIN(recvbuf, offset, count, datatype, tmp_recvbuf)
  ...+>
  }

@fix_schedule_copy_within@
identifier f =~ "^MPIR_Ireduce_scatter_intra_sched_pairwise$";
expression offset, count, datatype, s;
@@
  f(...)
  {
  <+...
- MPIR_Sched_copy(((char *) recvbuf + offset), count, datatype, recvbuf, count, datatype, s)
+ MPIMON_FIX_SCHEDULE_COPY_WITHIN(recvbuf, offset, count, datatype, tmp_recvbuf, s)
  ...+>
  }

@fix_neighbor_order@
identifier f =~ "^MPIR_(TSP_)?Ineighbor_alltoall[vw]_(allcomm_sched|sched_allcomm)_linear$";
identifier l =~ "^l$";
expression indegree;
statement body;
@@
  f(...)
  {
  <+...
- for (l = 0; l < indegree; ++l)
+ for (l = MPIMON_FIX_LAST_NEIGHBOR(indegree); l >= 0; --l)
    body
  ...+>
  }

@fix_unsigned_reduction exists@
identifier f =~ "^MPIR_Typerep_reduce_is_supported$";
identifier datatype, operation, op;
type op_type, datatype_type;
@@
  f(op_type op, datatype_type datatype)
  {
  ... when != datatype == MPI_UNSIGNED
+ MPIMON_FIX_UNSIGNED_REDUCTION(datatype);
  operation = MPII_Typerep_get_yaksa_op(op);
  ... when any
  }
