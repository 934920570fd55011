// Threads and what they count into. A counter set is written by one thread at a time; a thread that ends leaves its
// counter set to the next one. Each thread's mpimon_thread is known here, so that none of them is left with an address
// into a segment that is gone.
#include <sys/mman.h>

#include "clock.h"
#include "preserving_call.h"
#include "state.h"

namespace mpimon {

namespace {

// The shard of a thread that has not counted yet. What is written to it, for want of memory, is never read.
mpimon_size_slot no_sizes[MPIMON_SIZE_SLOTS];
mpimon_shard empty = {{}, {MPIMON_KEY_NONE}, {}, {}, {}, no_sizes, nullptr};
mpimon_function_slot no_slots[MPIMON_FUNCTION_SLOTS];

constexpr std::size_t slots_size = sizeof no_slots;

pthread_key_t thread_key;
bool thread_key_made;

constexpr mpimon_thread outside() {
    return {&empty, &empty, no_slots, no_slots, no_slots, 0, 0, -1, MPIMON_NONE, nullptr};
}

// Takes a thread's state off the list, and frees it.
void forget(ThreadState *thread_state) {
    ThreadState **link = &engine.thread_states;
    while (*link != thread_state)
        link = &(*link)->next;
    *link = thread_state->next;
    std::free(thread_state->open_regions);
    std::free(thread_state);
}

// Called as a thread ends. Where the engine has stopped meanwhile, the thread has no state any more.
void thread_ends(void *) {
    Locked locked;
    auto *thread_state = static_cast<ThreadState *>(mpimon_this_thread.thread_state);
    mpimon_this_thread = outside();
    if (!thread_state)
        return;
    thread_state->counter_set->next_free = engine.free_counter_sets;
    engine.free_counter_sets = thread_state->counter_set;
    forget(thread_state);
}

CounterSet *new_counter_set() {
    auto *counter_set = static_cast<CounterSet *>(std::calloc(1, sizeof(CounterSet)));
    if (counter_set) {
        counter_set->next = engine.counter_sets;
        engine.counter_sets = counter_set;
    }
    return counter_set;
}

// A counter set that no other thread has now.
CounterSet *take_counter_set() {
    CounterSet *counter_set = engine.free_counter_sets;
    if (!counter_set)
        return new_counter_set();
    engine.free_counter_sets = counter_set->next_free;
    return counter_set;
}

Shard *new_shard(CounterSet *counter_set, std::uint32_t context) {
    auto *shard = static_cast<Shard *>(std::calloc(1, sizeof(Shard)));
    if (!shard)
        return nullptr;
    mpimon_block *block = engine.segment.add_block(MPIMON_BLOCK_HISTOGRAMS, sizeof(mpimon_histograms), 1,
                                                   sizeof(mpimon_shard) - sizeof(mpimon_histograms));
    if (!block) {
        std::free(shard);
        return nullptr;
    }
    shard->hot = reinterpret_cast<mpimon_shard *>(block + 1);
    shard->hot->keys[0] = MPIMON_KEY_NONE;
    shard->hot->sizes = counter_set->last_sizes;
    shard->hot->owner = shard;
    shard->counter_set = counter_set;
    shard->context = context;
    shard->next = counter_set->shards;
    counter_set->shards = shard;
    __atomic_store_n(&block->count, 1, __ATOMIC_RELEASE);
    return shard;
}

void free_shards(CounterSet *counter_set) {
    for (Shard *shard = counter_set->shards; shard;) {
        Shard *next = shard->next;
        shard->flows.clear();
        std::free(shard->collectives);
        std::free(shard->gauges);
        std::free(shard);
        shard = next;
    }
}

void free_slots(CounterSet *counter_set) {
    for (std::uint32_t i = 0; i < counter_set->slots_room; ++i)
        if (counter_set->slots[i])
            munmap(counter_set->slots[i], slots_size);
    std::free(counter_set->slots);
}

bool make_room(CounterSet *counter_set, std::uint32_t regions) {
    if (regions <= counter_set->slots_room)
        return true;
    const std::uint32_t room = 2 * regions;
    auto *larger =
        static_cast<mpimon_function_slot **>(std::realloc(counter_set->slots, room * sizeof(mpimon_function_slot *)));
    if (!larger)
        return false;
    for (std::uint32_t i = counter_set->slots_room; i < room; ++i)
        larger[i] = nullptr;
    counter_set->slots = larger;
    counter_set->slots_room = room;
    return true;
}

}  // namespace

mpimon_shard *empty_shard() {
    return &empty;
}

mpimon_function_slot *slots_of(CounterSet *counter_set, std::uint32_t region) {
    const std::uint32_t index = region + 1;  // NONE + 1 is 0
    if (!make_room(counter_set, index + 1))
        return nullptr;
    if (counter_set->slots[index])
        return counter_set->slots[index];
    // Of these pages only those are touched that hold functions which the region calls.
    void *memory = mmap(nullptr, slots_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    counter_set->slots[index] = static_cast<mpimon_function_slot *>(memory);
    counter_set->slots[index]->shard = &empty;
    return counter_set->slots[index];
}

void go_to(ThreadState *thread_state, std::uint32_t region, mpimon_function_slot *slots) {
    mpimon_thread *thread = thread_state->thread;
    thread->region = region;
    thread->slots = slots;
    thread->fast_slots = mpimon_ticks_of_processor ? slots : no_slots;
    thread->home = slots->shard;
    if (thread->depth < 0)
        thread->shard = slots->shard;
}

ThreadState *attach() {
    if (mpimon_this_thread.thread_state)
        return static_cast<ThreadState *>(mpimon_this_thread.thread_state);
    CounterSet *counter_set = take_counter_set();
    mpimon_function_slot *slots = counter_set ? slots_of(counter_set, MPIMON_NONE) : nullptr;
    auto *thread_state = slots ? static_cast<ThreadState *>(std::calloc(1, sizeof(ThreadState))) : nullptr;
    if (!thread_state)
        return lose(thread_state);
    thread_state->thread = &mpimon_this_thread;
    thread_state->counter_set = counter_set;
    thread_state->next = engine.thread_states;
    engine.thread_states = thread_state;
    mpimon_this_thread.thread_state = thread_state;
    go_to(thread_state, MPIMON_NONE, slots);
    if (thread_key_made || (thread_key_made = pthread_key_create(&thread_key, thread_ends) == 0))
        pthread_setspecific(thread_key, thread_state);
    return thread_state;
}

Shard *current_shard() {
    mpimon_thread &thread = mpimon_this_thread;
    if (thread.shard->owner)
        return static_cast<Shard *>(thread.shard->owner);
    ThreadState *thread_state = attach();
    if (!thread_state)
        return nullptr;
    const bool in_function = thread.depth >= 0 && thread.slot->function;
    mpimon_function_slot *slot = in_function ? thread.slot : thread.slots;
    if (!slot->shard->owner) {
        Shard *shard = new_shard(thread_state->counter_set,
                                 in_function ? slot->function->context : context_index(thread.region, MPIMON_NONE));
        if (!shard)
            return lose(shard);
        slot->shard = shard->hot;
    }
    thread.home = thread.slots->shard;
    thread.shard = slot->shard;
    return static_cast<Shard *>(slot->shard->owner);
}

void free_counter_sets() {
    while (engine.thread_states) {
        *engine.thread_states->thread = outside();
        forget(engine.thread_states);
    }
    for (CounterSet *counter_set = engine.counter_sets; counter_set;) {
        CounterSet *next = counter_set->next;
        free_shards(counter_set);
        free_slots(counter_set);
        counter_set->sizes.clear();
        counter_set->collective_sizes.clear();
        counter_set->waits.clear();
        counter_set->trials.clear();
        std::free(counter_set);
        counter_set = next;
    }
    engine.counter_sets = engine.free_counter_sets = nullptr;
}

}  // namespace mpimon

extern "C" {

MPIMON_THREAD mpimon_thread mpimon_this_thread = mpimon::outside();
#ifdef MPIMON_ASSEMBLY
MPIMON_THREAD uint64_t mpimon_call_arguments[MPIMON_CALL_ARGUMENTS];
#endif

void mpimon_functions_forget(void) {
    mpimon::Locked locked;
    for (mpimon::ThreadState *thread_state = mpimon::engine.thread_states; thread_state;
         thread_state = thread_state->next) {
        thread_state->thread->depth = -1;
        thread_state->thread->shard = thread_state->thread->home;
    }
    mpimon_this_thread.depth = -1;
}
}
