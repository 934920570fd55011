// Waits. Each thread counts into items of its own; where a wait has ended, the thread looks for its item without a
// lock.
#include <cstddef>
#include <cstring>

#include "../clock.h"
#include "found_items.h"

namespace mpimon {

namespace {

// The shard into which the thread counts in its context now; it is made if the thread has counted nothing there yet.
const Shard *shard_of_thread() {
    const auto *shard = static_cast<const Shard *>(mpimon_this_thread.shard->owner);
    if (shard)
        return shard;
    Locked locked;
    return engine.segment.header() ? current_shard() : nullptr;
}

std::uint64_t kind_of(const mpimon_wait &wait) {
    return std::uint64_t{wait.operation} << 16 | std::uint64_t{wait.traffic_class} << 8 | wait.kind;
}

std::uint64_t key_of(const mpimon_wait &wait) {
    const std::uint64_t context_and_part = std::uint64_t{wait.context} << 32 | wait.part;
    return hash_of(std::uint64_t{wait.peer}, hash_of(context_and_part, hash_of(kind_of(wait))));
}

// What a wait is of, but for its peer, part and context.
std::uint64_t sort_of(const mpimon_wait &wait) {
    std::uint64_t sort;
    static_assert(offsetof(mpimon_wait, traffic_class) == 8 && offsetof(mpimon_wait, context) == 16);
    std::memcpy(&sort, &wait.traffic_class, sizeof sort);
    return sort;
}

bool is_same(const mpimon_wait &known, const mpimon_wait &wanted, std::uint32_t context) {
    return known.peer == wanted.peer && known.part == wanted.part && known.context == context &&
           sort_of(known) == sort_of(wanted);
}

mpimon_wait *add_wait(CounterSet *counter_set, std::uint64_t key, mpimon_wait &wanted) {
    Locked locked;
    wanted.communicator = wanted.part < engine.communicator_count ? owner_of(wanted.part) : MPIMON_NONE;
    mpimon_wait *added = add_item(counter_set->wait_items, counter_set->waits, key, wanted);
    mpimon_clock_look(engine.segment.header());
    return added;
}

// The item that says the same, made if there is none yet; null without memory.
__attribute__((noinline)) mpimon_wait *look_up(CounterSet *counter_set, const mpimon_wait &item,
                                               std::uint32_t context) {
    mpimon_wait wanted = {
        MPIMON_NONE, item.peer, item.traffic_class, item.kind, 0, item.operation, context, item.part, 0, 0, 0};
    std::uint64_t key = key_of(wanted);
    mpimon_wait *wait = find_item<mpimon_wait>(counter_set->waits, &key, [&wanted](const mpimon_wait &known) {
        return is_same(known, wanted, wanted.context);
    });
    return wait ? wait : add_wait(counter_set, key, wanted);
}

mpimon_wait **slot_of(CounterSet *counter_set, const mpimon_wait &wait, std::uint32_t context) {
    return &counter_set->last_waits[(wait.peer + 3 * wait.kind + 5 * context) % wait_slots];
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

extern "C" mpimon_wait *mpimon_wait_find(const mpimon_wait *item) {
    const Shard *shard = shard_of_thread();
    if (!shard)
        return nullptr;
    CounterSet *counter_set = shard->counter_set;
    mpimon_wait **slot = slot_of(counter_set, *item, shard->context);
    if (!*slot || !is_same(**slot, *item, shard->context)) {
        mpimon_wait *found = look_up(counter_set, *item, shard->context);
        if (!found)
            return nullptr;
        *slot = found;
    }
    return *slot;
}
