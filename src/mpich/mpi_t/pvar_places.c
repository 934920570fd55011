/*
 * Where the process is.
 */
#include "mpidimpl.h"

#include "callbacks.h"

static uint32_t object_of(const struct mpimon_place *place, long argument) {
    switch (argument) {
        case MPIMON_PLACE_NODE:
            return place->node_index;
        case MPIMON_PLACE_PACKAGE:
            return place->package;
        case MPIMON_PLACE_NUMA_NODE:
            return place->numa_node;
        case MPIMON_PLACE_L3:
            return place->l3;
        default:
            return place->core;
    }
}

/* MPIMON_NONE is -1 as an int. */
void mpimon_pvar_place(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    const struct mpimon_place *place = mpimon_place_last();
    values->count = place ? object_of(place, argument) : MPIMON_NONE;
}
