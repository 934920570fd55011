// Sizes of collectives. Each thread counts into items of its own, in whichever context it is.
#include "found_items.h"

namespace mpimon {

namespace {

std::uint64_t what_of(const mpimon_collective_size &size) {
    return std::uint64_t{size.communicator} << 32 | size.operation;
}

std::uint64_t how_of(const mpimon_collective_size &size) {
    return std::uint64_t{size.algorithm} << 32 | std::uint64_t{size.mode} << 16 | std::uint64_t{size.is_root} << 8 |
           size.bin;
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

extern "C" mpimon_collective_size *mpimon_collective_size_find(const mpimon_collective_size *item) {
    const auto *shard = static_cast<const Shard *>(mpimon_this_thread.shard->owner);
    if (!shard || item->communicator == UINT32_MAX || item->operation == UINT32_MAX || item->algorithm == UINT32_MAX)
        return nullptr;
    CounterSet *counter_set = shard->counter_set;
    const std::uint64_t key = hash_of(how_of(*item), hash_of(what_of(*item)));
    return find_or_add_item(counter_set->collective_size_items, counter_set->collective_sizes, key, *item,
                            [item](const mpimon_collective_size &known) {
                                return what_of(known) == what_of(*item) && how_of(known) == how_of(*item);
                            });
}
