/*
 * Flows that are not in the thread's cache.
 */
#include "mpidimpl.h"

#include "../communicators/communicators.h"
#include "flows.h"

struct mpimon_flow *mpimon_flow_slow(MPIR_Comm *comm, int rank, enum mpimon_class traffic_class, enum mpimon_path path,
                                     enum mpimon_direction direction) {
    uint32_t index = mpimon_communicator_index(comm);
    uint64_t key = mpimon_key(index == UINT32_MAX ? 0 : mpimon_key_base(index, traffic_class, path, direction), rank);
    struct mpimon_flow *flow = mpimon_known_flow(key);
    if (flow)
        return flow;
    if (index != UINT32_MAX)
        mpimon_communicator_refresh_name(index, comm);
    uint32_t peer = mpimon_peer(comm, rank);
    return mpimon_cache_flow(key, peer, peer == (uint32_t)MPIR_Process.rank ? MPIMON_PATH_SELF : path);
}
