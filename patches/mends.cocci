// Why: errors of MPICH itself, found on the way, that users of our build should not meet.
//   - MPI_Isendrecv and MPI_Isendrecv_replace with MPI_PROC_NULL as source and destination send to rank -1 and crash
//     (mended upstream for 4.1).
//   - MPI_Isendrecv_replace packs the data and then sends the packed buffer with the datatype of the unpacked one: wrong
//     data for datatypes with gaps.
// Shape: the first declaration of the two functions; the call that sends `tmpbuf`.
// May miss: nothing known.
// Tried on: 4.0; 5.0 has its own check for the first, where the rule adds a second one, and still has the other.

@mend_isendrecv_null@
identifier f =~ "^MPIR_Isendrecv(_replace)?_impl$";
@@
  f(...)
  {
    int mpi_errno = MPI_SUCCESS;
+   MPIMON_MEND_ISENDRECV_NULL(source, dest, p_req);
    ...
  }

@mend_isendrecv_packed@
expression list rest;
@@
- MPIR_Sched_pt2pt_send(tmpbuf, count, datatype, rest)
+ MPIR_Sched_pt2pt_send(tmpbuf, MPIMON_MEND_PACKED_SIZE(count, datatype), MPI_PACKED, rest)
