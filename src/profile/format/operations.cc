#include "profile/format/operations.h"

#include <string.h>

namespace {

struct Entry {
    const char *name;
    mpimon_operation operation;
};

constexpr Entry kOperations[] = {
#define ENTRY(name, kind, share, exchange) {#name, {MPIMON_##kind, MPIMON_SHARE_##share, MPIMON_##exchange}},
    MPIMON_OPERATIONS(ENTRY)
#undef ENTRY
};

}  // namespace

mpimon_operation mpimon_operation_of(const char *name) {
    for (const Entry &entry : kOperations)
        if (strcmp(entry.name, name) == 0)
            return entry.operation;
    return {MPIMON_ALL_TO_ALL, MPIMON_SHARE_UNKNOWN, MPIMON_EXACT};
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
