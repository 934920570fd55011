// Sizes per peer. Each thread counts into items of its own, in whichever context it is.
#include "../state.h"

namespace mpimon {

namespace {

// Items lie at multiples of their size from the segment's start, so their index in it fits into 32 bits.
static_assert(sizeof(mpimon_block) % sizeof(mpimon_size) == 0 && 64 % sizeof(mpimon_size) == 0, "blocks begin at 64");

mpimon_size *find_size(const CounterSet *counter_set, std::uint64_t key) {
    const std::uint32_t index = counter_set->sizes.find(key);
    return index == KeyTable::none ? nullptr : reinterpret_cast<mpimon_size *>(engine.segment.header()) + index;
}

mpimon_size *add_size(CounterSet *counter_set, std::uint64_t key, const mpimon_flow *flow) {
    Locked locked;
    mpimon_size *size = counter_set->size_items.add(engine.segment);
    if (!size || !counter_set->sizes.insert(
                     key, static_cast<std::uint32_t>(engine.segment.offset_of(size) / sizeof(mpimon_size)))) {
        engine.lost = 1;
        return nullptr;
    }
    size->peer = flow->peer;
    size->traffic_class = flow->traffic_class;
    size->bin = key & 127;
    counter_set->size_items.publish();
    return size;
}

// A thread alone enters keys in its cache, but others read them, where they copy the segment, and
// mpimon_sizes_switch() takes them out: so the access is atomic.
void put_key(const Shard *shard, unsigned slot, std::uint64_t key, int order) {
    __atomic_store_n(&shard->hot->keys[slot], key, order);
}

// Leaves a key in each slot that belongs in another one, so that it is never found.
void empty_slots(const Shard *shard) {
    for (unsigned slot = 0; slot < MPIMON_CACHE_SIZE; ++slot)
        put_key(shard, slot, slot == 0 ? MPIMON_KEY_NONE : 0, __ATOMIC_SEQ_CST);
}

bool is_of_sent(std::uint64_t key) {
    return (key >> MPIMON_KEY_DIRECTION & 3) == MPIMON_SENT;
}

}  // namespace

// If sizes are switched on meanwhile, either that is seen here after the key is stored, or the key is there already
// when mpimon_sizes_switch() empties the caches: these four accesses have one order in all threads.
void cache(const Shard *shard, std::uint64_t key, mpimon_flow *flow) {
    const unsigned slot = mpimon_cache_slot(key);
    __atomic_store_n(&shard->hot->flows[slot], flow, __ATOMIC_RELAXED);
    if (!is_of_sent(key)) {
        put_key(shard, slot, key, __ATOMIC_RELAXED);
        return;
    }
    if (!__atomic_load_n(&mpimon_sizes_on, __ATOMIC_RELAXED))
        put_key(shard, slot, key, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&mpimon_sizes_on, __ATOMIC_SEQ_CST))
        put_key(shard, slot, mpimon_key_of_sized(key), __ATOMIC_RELAXED);
}

}  // namespace mpimon

using namespace mpimon;

extern "C" {

unsigned char mpimon_sizes_on;

void mpimon_sizes_switch(int on) {
    Locked locked;
    const bool begins = on && !mpimon_sizes_on;
    __atomic_store_n(&mpimon_sizes_on, static_cast<unsigned char>(on), __ATOMIC_SEQ_CST);
    for (const CounterSet *counter_set = begins ? engine.counter_sets : nullptr; counter_set;
         counter_set = counter_set->next)
        for (const Shard *shard = counter_set->shards; shard; shard = shard->next)
            empty_slots(shard);
}

// A size that is not in its slot: finds it, or makes it if it is new, and leaves it there.
void mpimon_count_size_slow(mpimon_size_slot *slot, uint64_t key, const mpimon_flow *flow) {
    const auto *shard = static_cast<const Shard *>(mpimon_this_thread.shard->owner);
    if (!shard || is_spare(flow))
        return;
    mpimon_size *size = find_size(shard->counter_set, key);
    if (!size)
        size = add_size(shard->counter_set, key, flow);
    if (!size)
        return;
    *slot = {key, size};
    mpimon_increase(&size->messages, 1);
}
}
