// Contexts: the regions and functions in which things are counted.
#include <cerrno>
#include <cstring>

#include "../clock.h"
#include "../state.h"
#include "../tables/fnv.h"

namespace mpimon {

namespace {

// Functions for which there is no memory are counted here; nobody reads it.
mpimon_function spare_function;
MPIMON_THREAD mpimon_function_slot spare_slot;

// Slots given to functions so far. A function keeps its slot from one run of the engine to the next.
std::uint32_t slots_given = 1;

// Of each thread so many open regions are remembered. Deeper ones may be left by any name.
constexpr std::uint32_t most_open_regions = 4096;

// The hash of as much of a name as is kept.
std::uint64_t hash_of(const char *name) {
    return mpimon_fnv_text(MPIMON_FNV_START, name, MPIMON_NAME - 1);
}

// The region of this name within another; NONE if there is none and none can be made. Regions deeper than the deepest,
// or more than the most, are counted as parts of the last one, and their names are not kept: a program that enters and
// never leaves, or always by another name, must not eat up all memory.
std::uint32_t region_index(const char *text, std::uint32_t parent) {
    std::uint32_t name = find_name(text);
    for (std::uint32_t i = 0; name != MPIMON_NONE && i < engine.region_count; ++i)
        if (engine.regions[i]->name == name && engine.regions[i]->parent == parent)
            return i;
    if (engine.region_count == MPIMON_REGIONS)
        return MPIMON_NONE;
    name = name_index(text);
    mpimon_region *added = name == MPIMON_NONE ? nullptr : engine.region_items.add(engine.segment);
    if (!added || !append(engine.regions, engine.region_count, added))
        return engine.lost = 1, MPIMON_NONE;
    added->name = name;
    added->parent = parent;
    engine.region_items.publish();
    return engine.region_count++;
}

bool push(ThreadState *thread_state, const OpenRegion &open) {
    if (thread_state->depth == thread_state->room) {
        const std::uint32_t room = 2 * thread_state->room + 8;
        auto *larger = static_cast<OpenRegion *>(std::realloc(thread_state->open_regions, room * sizeof(OpenRegion)));
        if (!larger)
            return false;
        thread_state->open_regions = larger;
        thread_state->room = room;
    }
    thread_state->open_regions[thread_state->depth++] = open;
    return true;
}

// Several threads may be in the region.
void add_time(const OpenRegion &open, std::uint64_t now) {
    if (open.region != MPIMON_NONE && now > open.start)
        __atomic_fetch_add(&engine.regions[open.region]->time, now - open.start, __ATOMIC_RELAXED);
}

mpimon_function_slot *lost_slot() {
    engine.lost = 1;
    spare_slot = {mpimon_this_thread.home, &spare_function};
    return &spare_slot;
}

mpimon_function *add_function(CounterSet *counter_set, std::uint32_t region, const char *name) {
    const std::uint32_t index = name_index(name);
    mpimon_function *added = index == MPIMON_NONE ? nullptr : counter_set->function_items.add(engine.segment);
    if (!added)
        return nullptr;
    added->name = index;
    added->context = context_index(region, index);
    added->shortest = UINT64_MAX;
    counter_set->function_items.publish();
    mpimon_clock_look(engine.segment.header());
    return added;
}

}  // namespace

std::uint32_t context_index(std::uint32_t region, std::uint32_t function) {
    for (std::uint32_t i = 0; i < engine.context_count; ++i)
        if (engine.contexts[i]->region == region && engine.contexts[i]->function == function)
            return i;
    mpimon_context *added = engine.context_items.add(engine.segment);
    if (!added || !append(engine.contexts, engine.context_count, added))
        return engine.lost = 1, 0;
    *added = {region, function};
    engine.context_items.publish();
    if (engine.context_count > 0)
        mpimon_clock_look(engine.segment.header());
    return engine.context_count++;
}

bool begin_contexts() {
    return context_index(MPIMON_NONE, MPIMON_NONE) == 0 && engine.context_count == 1;
}

}  // namespace mpimon

using namespace mpimon;

extern "C" {

mpimon_function_slot *mpimon_function_slot_find(uint32_t *offset, const char *name) {
    Locked locked;
    if (*offset == 0 && slots_given < MPIMON_FUNCTION_SLOTS)
        __atomic_store_n(offset, slots_given++ * static_cast<std::uint32_t>(sizeof(mpimon_function_slot)),
                         __ATOMIC_RELAXED);
    ThreadState *thread_state = attach();
    if (!thread_state || *offset == 0)
        return lost_slot();
    mpimon_function_slot *slot = mpimon_this_thread.slots + *offset / sizeof(mpimon_function_slot);
    if (!slot->function) {
        mpimon_function *function = add_function(thread_state->counter_set, mpimon_this_thread.region, name);
        if (!function)
            return lost_slot();
        slot->shard = empty_shard();
        slot->function = function;
    }
    return slot;
}

mpimon_context mpimon_context_at(uint32_t index) {
    Locked locked;
    return index < engine.context_count ? *engine.contexts[index] : mpimon_context{MPIMON_NONE, MPIMON_NONE};
}

int mpimon_region_enter(const char *name) {
    Locked locked;
    ThreadState *thread_state = attach();
    if (!thread_state)
        return 0;
    if (thread_state->depth == most_open_regions)
        return ++thread_state->deeper, 0;
    const std::uint32_t outer = thread_state->thread->region;
    OpenRegion open = {hash_of(name), MPIMON_NONE, outer, mpimon_ticks()};
    if (thread_state->depth < MPIMON_REGION_DEPTH)
        open.region = region_index(name, outer);
    mpimon_function_slot *slots =
        open.region == MPIMON_NONE ? nullptr : slots_of(thread_state->counter_set, open.region);
    if (!slots)
        open.region = MPIMON_NONE;
    if (!push(thread_state, open)) {
        engine.lost = 1;
    } else if (slots) {
        __atomic_fetch_add(&engine.regions[open.region]->entries, 1, __ATOMIC_RELAXED);
        go_to(thread_state, open.region, slots);
    }
    return 0;
}

int mpimon_region_leave(const char *name) {
    Locked locked;
    auto *thread_state = static_cast<ThreadState *>(mpimon_this_thread.thread_state);
    if (!thread_state || thread_state->depth == 0)
        return EINVAL;
    if (thread_state->deeper > 0)
        return --thread_state->deeper, 0;
    const OpenRegion &open = thread_state->open_regions[thread_state->depth - 1];
    if (open.name != hash_of(name))
        return EINVAL;
    add_time(open, mpimon_ticks());
    --thread_state->depth;
    if (open.region != MPIMON_NONE)
        go_to(thread_state, open.outer, slots_of(thread_state->counter_set, open.outer));
    return 0;
}

void mpimon_regions_close(void) {
    Locked locked;
    const std::uint64_t now = mpimon_ticks();
    for (ThreadState *thread_state = engine.thread_states; thread_state; thread_state = thread_state->next) {
        thread_state->deeper = 0;
        for (; thread_state->depth > 0; --thread_state->depth)
            add_time(thread_state->open_regions[thread_state->depth - 1], now);
        go_to(thread_state, MPIMON_NONE, slots_of(thread_state->counter_set, MPIMON_NONE));
    }
}
}
