/*
 * Preloaded: a tool of MPICH's interface for several tools in a row (QMPI), where MPICH was configured with it and
 * MPIR_CVAR_QMPI_TOOL_LIST names this one. It counts calls and bytes and writes $TOOL_FOLDER/layer.RANK.csv in
 * MPI_Finalize.
 */
#include "call_counter.h"

/* The next function in the row, and whose it is. */
static struct next {
    void (*function)(void);
    int tool;
} next[MPI_LAST_FUNC_T];

static int layer_send(QMPI_Context context, int tool, const void *buffer, int number, MPI_Datatype type, int to,
                      int tag, MPI_Comm comm) {
    (void)tool;
    counted_data(COUNTED_SEND, number, type);
    struct next *n = &next[MPI_SEND_T];
    return ((QMPI_Send_t *)n->function)(context, n->tool, buffer, number, type, to, tag, comm);
}

static int layer_isend(QMPI_Context context, int tool, const void *buffer, int number, MPI_Datatype type, int to,
                       int tag, MPI_Comm comm, MPI_Request *request) {
    (void)tool;
    counted_data(COUNTED_ISEND, number, type);
    struct next *n = &next[MPI_ISEND_T];
    return ((QMPI_Isend_t *)n->function)(context, n->tool, buffer, number, type, to, tag, comm, request);
}

static int layer_allreduce(QMPI_Context context, int tool, const void *from, void *to, int number, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm) {
    (void)tool;
    counted_data(COUNTED_ALLREDUCE, number, type);
    struct next *n = &next[MPI_ALLREDUCE_T];
    return ((QMPI_Allreduce_t *)n->function)(context, n->tool, from, to, number, type, op, comm);
}

static int layer_put(QMPI_Context context, int tool, const void *from, int number, MPI_Datatype type, int target,
                     MPI_Aint place, int target_number, MPI_Datatype target_type, MPI_Win win) {
    (void)tool;
    counted_data(COUNTED_PUT, number, type);
    struct next *n = &next[MPI_PUT_T];
    return ((QMPI_Put_t *)n->function)(context, n->tool, from, number, type, target, place, target_number, target_type,
                                       win);
}

static int layer_pvar_read(QMPI_Context context, int tool, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                           void *buffer) {
    (void)tool;
    counted_call(COUNTED_PVAR_READ, 0);
    struct next *n = &next[MPI_T_PVAR_READ_T];
    return ((QMPI_T_pvar_read_t *)n->function)(context, n->tool, session, handle, buffer);
}

static int layer_finalize(QMPI_Context context, int tool) {
    (void)tool;
    write_counted("layer");
    struct next *n = &next[MPI_FINALIZE_T];
    return ((QMPI_Finalize_t *)n->function)(context, n->tool);
}

static void place(int tool, enum QMPI_Functions_enum which, void (*function)(void)) {
    QMPI_Register_function(tool, which, function);
    QMPI_Get_function(tool, which, &next[which].function, &next[which].tool);
}

static void begin(int tool) {
    place(tool, MPI_SEND_T, (void (*)(void))layer_send);
    place(tool, MPI_ISEND_T, (void (*)(void))layer_isend);
    place(tool, MPI_ALLREDUCE_T, (void (*)(void))layer_allreduce);
    place(tool, MPI_PUT_T, (void (*)(void))layer_put);
    place(tool, MPI_T_PVAR_READ_T, (void (*)(void))layer_pvar_read);
    place(tool, MPI_FINALIZE_T, (void (*)(void))layer_finalize);
}

__attribute__((constructor)) static void offer(void) {
    QMPI_Register_tool_name("layer", begin);
}
