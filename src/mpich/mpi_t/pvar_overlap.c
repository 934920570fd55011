/*
 * What overlap has made asynchronous: libmpimon_overlap.so counts it.
 */
#include "mpidimpl.h"

#include "../overlap/connection.h"
#include "callbacks.h"

void mpimon_pvar_overlap(const struct mpimon_binding *binding, long argument, int count, union mpimon_value *values) {
    (void)binding, (void)count;
    const uint64_t *counters = mpimon_overlap_counters();
    values->count = counters ? __atomic_load_n(&counters[argument], __ATOMIC_RELAXED) : 0;
}
