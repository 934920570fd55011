// The user's calls of collectives, by what is known of their volumes: src/profile/write/asked.h defines these.
#ifndef MPIMON_ANALYSIS_TRAFFIC_ASKED_CALLS_H
#define MPIMON_ANALYSIS_TRAFFIC_ASKED_CALLS_H

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "profile/format/operations.h"
#include "profile/read/profile.h"

namespace mpimon {

using OperationKey = std::tuple<uint32_t, uint32_t, uint32_t>;  // process, communicator, operation

// Those of one process's calls of one operation on one communicator whose volumes were kept peer by peer.
struct KeptCalls {
    uint64_t calls = 0;
    uint64_t bytes = 0;         // of those that are counted of the calls
    uint64_t others_bytes = 0;  // exchanged with others
    std::vector<const Asked *> with_others;

    // Leaves of these what was not kept. Parts may be taken off one after the other.
    void take_off(uint64_t &counted_calls, uint64_t &counted_bytes);
};

using KeptByOperation = std::map<OperationKey, KeptCalls>;
KeptByOperation kept_calls(const Profile &profile);

// Whether the volumes of calls that were not kept are an estimate: each process may have a count of its own.
bool is_estimated(const Profile &profile, uint32_t communicator, uint32_t operation);

// Calls by one algorithm; of an operation with a root those in which the process was it.
struct AlgorithmCalls {
    uint32_t algorithm = MPIMON_NONE;  // index into Profile::names; MPIMON_NONE: not known
    mpimon_mode mode = MPIMON_BLOCKING;
    uint64_t calls = 0;
    uint64_t bytes = 0;
};

// One process's calls of one operation on one communicator.
struct OperationCalls {
    uint32_t process = 0;
    uint32_t communicator = 0;
    uint32_t operation = 0;  // index into Profile::names
    int32_t rank = 0;        // of the process in the communicator
    mpimon_operation meaning = {};
    // Calls whose volumes were not kept peer by peer; at least one item. Volumes are kept by operation, not by
    // algorithm: where some are and several algorithms ran, there is one item of an algorithm that is not known.
    std::vector<AlgorithmCalls> algorithms;
    std::vector<const Asked *> kept;  // with others; they belong to the first item
    bool estimated = false;           // as is_estimated() says
};

// All calls, sorted by process, communicator and operation.
std::vector<OperationCalls> operation_calls(const Profile &profile);

}  // namespace mpimon

#endif
