/*
 * Preloaded: a tool of the profiling interface, as they have always been. It counts calls and bytes in wrappers that go
 * on to PMPI_*, and writes $TOOL_FOLDER/pmpi.RANK.csv in MPI_Finalize.
 */
#include "call_counter.h"

int MPI_Send(const void *buffer, int number, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    counted_data(COUNTED_SEND, number, type);
    return PMPI_Send(buffer, number, type, to, tag, comm);
}

int MPI_Isend(const void *buffer, int number, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
    counted_data(COUNTED_ISEND, number, type);
    return PMPI_Isend(buffer, number, type, to, tag, comm, request);
}

int MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    counted_data(COUNTED_ALLREDUCE, number, type);
    return PMPI_Allreduce(from, to, number, type, op, comm);
}

int MPI_Put(const void *from, int number, MPI_Datatype type, int target, MPI_Aint place, int target_number,
            MPI_Datatype target_type, MPI_Win win) {
    counted_data(COUNTED_PUT, number, type);
    return PMPI_Put(from, number, type, target, place, target_number, target_type, win);
}

int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buffer) {
    counted_call(COUNTED_PVAR_READ, 0);
    return PMPI_T_pvar_read(session, handle, buffer);
}

int MPI_Finalize(void) {
    write_counted("pmpi");
    return PMPI_Finalize();
}
