#include "profile/format/operations.h"

#include <string.h>

namespace {

struct Entry {
    const char *name;
    mpimon_operation operation;
};

constexpr Entry kOperations[] = {
    {"Allgather", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_EACH}},
    {"Allgatherv", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_EACH}},
    {"Allreduce", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_EACH}},
    {"Alltoall", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Alltoallv", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Alltoallw", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Barrier", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_EACH}},
    {"Bcast", {MPIMON_ONE_TO_ALL, MPIMON_SHARE_EACH}},
    {"Exscan", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_HIGHER}},
    {"Gather", {MPIMON_ALL_TO_ONE, MPIMON_SHARE_EACH}},
    {"Gatherv", {MPIMON_ALL_TO_ONE, MPIMON_SHARE_EACH}},
    {"Reduce", {MPIMON_ALL_TO_ONE, MPIMON_SHARE_EACH}},
    {"Reduce_scatter", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Reduce_scatter_block", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Scan", {MPIMON_ALL_TO_ALL, MPIMON_SHARE_HIGHER}},
    {"Scatter", {MPIMON_ONE_TO_ALL, MPIMON_SHARE_SPLIT}},
    {"Scatterv", {MPIMON_ONE_TO_ALL, MPIMON_SHARE_SPLIT}},
};

}  // namespace

mpimon_operation mpimon_operation_of(const char *name) {
    for (const Entry &entry : kOperations)
        if (strcmp(entry.name, name) == 0)
            return entry.operation;
    return {MPIMON_ALL_TO_ALL, MPIMON_SHARE_UNKNOWN};
}

uint64_t mpimon_exchanged_bytes(mpimon_operation operation, uint64_t bytes, uint32_t others, int inter, uint32_t rank) {
    switch (operation.share) {
        case MPIMON_SHARE_EACH:
            return bytes * others;
        case MPIMON_SHARE_HIGHER:
            return rank < others ? bytes * (others - rank) : 0;
        case MPIMON_SHARE_SPLIT:
            // An inter-communicator's other group holds no share of this process.
            return inter != 0 ? bytes : bytes - bytes / (uint64_t{others} + 1);
        case MPIMON_SHARE_UNKNOWN:
            break;
    }
    return bytes;
}
