// What the engine's parts share: the tables that lead into the segment, and which thread counts into which part of it.
#ifndef MPIMON_ENGINE_STATE_H
#define MPIMON_ENGINE_STATE_H

#include <cstdint>
#include <cstdlib>

#include <pthread.h>

#include "engine.h"
#include "storage/file_copy.h"
#include "storage/segment.h"
#include "tables/key_table.h"

namespace mpimon {

struct CounterSet;

// A file, and what is counted of it by family, for reading and for writing; null until it is.
struct FileState {
    mpimon_file *item;
    mpimon_file_access *accesses[MPIMON_FILE_FAMILIES][2];
};

// What the slow paths need of a shard.
struct Shard {
    mpimon_shard *hot;
    CounterSet *counter_set;
    std::uint32_t context;
    KeyTable flows;
    mpimon_collective **collectives;
    std::uint32_t collective_count;
    mpimon_gauge **gauges;
    std::uint32_t gauge_count;
    mpimon_noncontiguous *noncontiguous[MPIMON_CLASSES];  // null until the first such message of the class
    Shard *next;                                          // of the same counter set
};

// So many waits that a thread has counted last are found at once.
constexpr unsigned wait_slots = 16;

// The counters of one thread, which another one takes over after its end: no two threads write the same counter.
struct CounterSet {
    Items<mpimon_flow, MPIMON_BLOCK_FLOWS> flow_items;
    Items<mpimon_collective, MPIMON_BLOCK_COLLECTIVES> collective_items;
    Items<mpimon_function, MPIMON_BLOCK_FUNCTIONS> function_items;
    Items<mpimon_gauge, MPIMON_BLOCK_GAUGES> gauge_items;
    Items<mpimon_noncontiguous, MPIMON_BLOCK_NONCONTIGUOUS> noncontiguous_items;
    Items<mpimon_size, MPIMON_BLOCK_SIZES> size_items;
    KeyTable sizes;  // by peer, class and bin
    mpimon_size_slot last_sizes[MPIMON_SIZE_SLOTS];
    Items<mpimon_collective_size, MPIMON_BLOCK_COLLECTIVE_SIZES> collective_size_items;
    Items<mpimon_wait, MPIMON_BLOCK_WAITS> wait_items;
    mpimon_wait *last_waits[wait_slots];  // by a few bits of what they say
    Items<mpimon_trial, MPIMON_BLOCK_TRIALS> trial_items;
    KeyTable collective_sizes, waits, trials;  // by hashes of what the items say, see found_items.h
    Shard *shards;
    mpimon_function_slot **slots;  // arrays of MPIMON_FUNCTION_SLOTS, by region + 1; null where no thread has been
    std::uint32_t slots_room;
    CounterSet *next;       // in the list of all
    CounterSet *next_free;  // in the list of those whose thread has ended
};

// A region that a thread has entered and not left.
struct OpenRegion {
    std::uint64_t name;    // its hash: not all names are kept
    std::uint32_t region;  // NONE if it is counted as a part of the one around, see contexts.cc
    std::uint32_t outer;   // the region to return to
    std::uint64_t start;
};

// A thread that counts, and its way through the regions.
struct ThreadState {
    mpimon_thread *thread;
    CounterSet *counter_set;
    OpenRegion *open_regions;
    std::uint32_t depth;
    std::uint32_t room;
    std::uint32_t deeper;  // regions within the last of these, of which only the number is known
    ThreadState *next;
};

struct Engine {
    Segment segment;
    FileCopy file_copy;
    Items<mpimon_communicator, MPIMON_BLOCK_COMMUNICATORS> communicator_items;
    Items<mpimon_name, MPIMON_BLOCK_NAMES> name_items;
    Items<mpimon_foreign, MPIMON_BLOCK_FOREIGN> foreign_items;
    Items<mpimon_cvar, MPIMON_BLOCK_CVARS> cvar_items;
    Items<mpimon_change, MPIMON_BLOCK_CHANGES> change_items;
    Items<mpimon_overlap_site, MPIMON_BLOCK_OVERLAP_SITES> overlap_site_items;
    Items<mpimon_plugin_item, MPIMON_BLOCK_PLUGINS> plugin_items;
    Items<mpimon_plugin_advice, MPIMON_BLOCK_ADVICE> advice_items;
    Items<mpimon_context, MPIMON_BLOCK_CONTEXTS> context_items;
    Items<mpimon_region, MPIMON_BLOCK_REGIONS> region_items;
    Items<mpimon_asked, MPIMON_BLOCK_ASKED> asked_items;
    Items<mpimon_place, MPIMON_BLOCK_PLACES> place_items;
    Items<mpimon_transport, MPIMON_BLOCK_TRANSPORTS> transport_items;
    Items<mpimon_file, MPIMON_BLOCK_FILES> file_items;
    Items<mpimon_file_access, MPIMON_BLOCK_FILE_ACCESSES> file_access_items;
    mpimon_communicator **communicators;
    KeyTable last_communicators;  // by context id and group
    KeyTable asked;               // by communicator, operation and peer
    KeyTable files;               // by the hash of their names
    FileState *file_states;       // by index; there is room for the rest, too
    std::uint32_t file_count;
    mpimon_name **names;
    mpimon_foreign **foreigns;
    mpimon_context **contexts;
    mpimon_region **regions;
    const mpimon_place *place;  // the last one
    mpimon_control *control;    // null where nobody can write to the segment from outside
    std::uint32_t plugin_count;
    std::uint32_t communicator_count;
    std::uint32_t name_count;
    std::uint32_t foreign_count;
    std::uint32_t context_count;
    std::uint32_t region_count;
    mpimon_overlap_site *overlap_sites[MPIMON_OVERLAP_SITES];  // null until one is kept there
    CounterSet *counter_sets;
    CounterSet *free_counter_sets;
    ThreadState *thread_states;
    int lost;
};

extern MPIMON_HIDDEN Engine engine;
extern MPIMON_HIDDEN pthread_mutex_t lock;

struct Locked {
    Locked() { pthread_mutex_lock(&lock); }
    ~Locked() { pthread_mutex_unlock(&lock); }
};

template <class Item>
Item *lose(Item *spare) {
    engine.lost = 1;
    return spare;
}

// Pointers to the items of one kind, by index, in private memory.
template <class Item>
bool append(Item **&list, std::uint32_t count, Item *item) {
    if ((count & (count - 1)) == 0) {  // full at every power of two
        auto *larger = static_cast<Item **>(std::realloc(list, (count ? 2 * count : 1) * sizeof(Item *)));
        if (!larger)
            return false;
        list = larger;
    }
    list[count] = item;
    return true;
}

// Whether counts for this flow are lost, for want of memory.
bool is_spare(const mpimon_flow *flow);

// Leaves the flow in the cache of the calling thread's shard, so that the fast path finds it, or mpimon_sized_flow().
void cache(const Shard *shard, std::uint64_t key, mpimon_flow *flow);

// All functions from here on are called with the lock held.

// The communicator whose counters those of this one are: the one that it is a part of, or itself.
std::uint32_t owner_of(std::uint32_t communicator);

// Index of a name. find_name() returns NONE if it was never added; name_index() adds it, and returns NONE without
// memory.
std::uint32_t find_name(const char *text);
std::uint32_t name_index(const char *text);

// Index of a context; the first one, of no region and no function, without memory.
std::uint32_t context_index(std::uint32_t region, std::uint32_t function);

// The shard of a thread that has not counted yet: no key is in its cache.
mpimon_shard *empty_shard();

// The calling thread's state, made if there is none; null without memory.
ThreadState *attach();

// The calling thread's shard for the context that it is in, made if there is none; null without memory.
Shard *current_shard();

// The counter set's slots of a region, made if there are none; null without memory.
mpimon_function_slot *slots_of(CounterSet *counter_set, std::uint32_t region);

// The thread is in this region from now on.
void go_to(ThreadState *thread_state, std::uint32_t region, mpimon_function_slot *slots);

// No thread counts any more: forget all threads, give the memory of all counter sets back.
void free_counter_sets();

// The engine's start calls these once, in this order; they return false without memory.
bool begin_control();
bool begin_contexts();

}  // namespace mpimon

#endif
