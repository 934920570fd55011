/*
 * Values of gauges, and sizes of what MPICH keeps.
 */
#include "mpidimpl.h"

#include "callbacks.h"

void mpimon_pvar_gauge(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    values->count = mpimon_gauge_now((enum mpimon_gauge_kind)argument);
}

static uint64_t allocated(long kind) {
    return kind == MPIMON_GAUGE_CELLS ? mpimon_cells_allocated() : mpimon_buffers_allocated();
}

void mpimon_pvar_allocated(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    values->count = allocated(argument);
}

/* MPICH may have given back buffers that were used: then there are fewer now than were in use once, and none unused. */
void mpimon_pvar_never_used(const struct mpimon_binding *binding, long argument, int count,
                            union mpimon_value *values) {
    (void)binding, (void)count;
    uint64_t all = allocated(argument), most = mpimon_gauge_highest((enum mpimon_gauge_kind)argument);
    values->count = all > most ? all - most : 0;
}

void mpimon_pvar_bytes(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    switch (argument) {
        case MPIMON_BYTES_OBJECT:
            values->count = mpimon_object_bytes();
            break;
        case MPIMON_BYTES_PACKET_BUFFER:
            values->count = mpimon_buffer_bytes();
            break;
        case MPIMON_BYTES_CELL:
            values->count = mpimon_cell_bytes();
            break;
        default:
            values->count = mpimon_segment_bytes();
            break;
    }
}
