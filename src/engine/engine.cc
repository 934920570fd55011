#include "engine.h"

#include <cstdlib>
#include <cstring>

#include <pthread.h>

#include "flow_table.h"
#include "segment.h"

namespace {

using mpimon::FlowTable;
using mpimon::Items;
using mpimon::Segment;

// What the slow paths need of a thread's shard.
struct Shard {
    mpimon_shard *hot;
    FlowTable flows;
    Items<mpimon_flow, MPIMON_BLOCK_FLOWS> flow_items;
    Items<mpimon_collective, MPIMON_BLOCK_COLLECTIVES> collective_items;
    Items<mpimon_function, MPIMON_BLOCK_FUNCTIONS> function_items;
    mpimon_collective **collectives;
    mpimon_function **functions;
    std::uint32_t collective_count;
    std::uint32_t function_count;
    Shard *next;       // all shards
    Shard *next_free;  // shards whose thread has ended
};

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

struct Engine {
    Segment segment;
    Items<mpimon_communicator, MPIMON_BLOCK_COMMUNICATORS> communicator_items;
    Items<mpimon_name, MPIMON_BLOCK_NAMES> name_items;
    Items<mpimon_foreign, MPIMON_BLOCK_FOREIGN> foreign_items;
    Items<mpimon_cvar, MPIMON_BLOCK_CVARS> cvar_items;
    mpimon_communicator **communicators;
    mpimon_name **names;
    mpimon_foreign **foreigns;
    std::uint32_t communicator_count;
    std::uint32_t name_count;
    std::uint32_t foreign_count;
    Shard *shards;
    Shard *free_shards;
    bool one_shard;
    int lost;
};

Engine engine;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t thread_key;
bool thread_key_made;

struct Locked {
    Locked() { pthread_mutex_lock(&lock); }
    ~Locked() { pthread_mutex_unlock(&lock); }
};

// Where counts go that found no memory: written, never read.
mpimon_flow spare_flow;
mpimon_collective spare_collective;
mpimon_function spare_function;
mpimon_shard empty_shard;  // its histograms are never read, no key is in its cache

MPIMON_THREAD Shard *my_shard;  // of this thread, or null

void release_shard(void *shard) {
    Locked locked;
    auto *released = static_cast<Shard *>(shard);
    Shard *known = engine.shards;  // the engine may have stopped, and freed it, before the thread ended
    while (known && known != released)
        known = known->next;
    if (!known)
        return;
    released->next_free = engine.free_shards;
    engine.free_shards = released;
}

Shard *new_shard() {
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
    __atomic_store_n(&block->count, 1, __ATOMIC_RELEASE);
    shard->next = engine.shards;
    engine.shards = shard;
    return shard;
}

// This thread's shard, null without memory. Threads that never count at the same time share the first one.
Shard *this_shard() {
    if (mpimon_this_shard != &empty_shard)
        return my_shard;
    Shard *shard = engine.one_shard ? engine.shards : engine.free_shards;
    if (shard && !engine.one_shard)
        engine.free_shards = shard->next_free;
    if (!shard)
        shard = new_shard();
    if (!shard) {
        engine.lost = 1;
        return nullptr;
    }
    my_shard = shard;
    mpimon_this_shard = shard->hot;
    if (!engine.one_shard && thread_key_made)
        pthread_setspecific(thread_key, shard);
    return shard;
}

template <class Item>
Item *lose(Item *spare) {
    engine.lost = 1;
    return spare;
}

mpimon_flow *add_flow(Shard *shard, std::uint64_t key, std::uint32_t peer, mpimon_path path) {
    mpimon_flow *flow = shard->flow_items.add(engine.segment);
    if (!flow || !shard->flows.insert(key, flow))
        return lose(&spare_flow);
    flow->communicator = static_cast<std::uint32_t>(key >> MPIMON_KEY_COMMUNICATOR);
    flow->peer = peer;
    flow->traffic_class = (key >> MPIMON_KEY_CLASS) & 7;
    flow->path = static_cast<std::uint8_t>(path);
    flow->direction = (key >> MPIMON_KEY_RECEIVE) & 1;
    shard->flow_items.publish();
    return flow;
}

void free_shards() {
    for (Shard *shard = engine.shards; shard;) {
        Shard *next = shard->next;
        shard->flows.clear();
        std::free(shard->collectives);
        std::free(shard->functions);
        std::free(shard);
        shard = next;
    }
}

// How many communicators before this one had the same context id and group.
std::uint32_t occurrences(const mpimon_communicator &item) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < engine.communicator_count; ++i)
        count += engine.communicators[i]->context_id == item.context_id &&
                 engine.communicators[i]->group_hash == item.group_hash;
    return count;
}

std::uint64_t store_members(const std::uint32_t *peers, std::size_t count) {
    mpimon_block *block = engine.segment.add_block(MPIMON_BLOCK_MEMBERS, sizeof *peers, count);
    if (!block)
        return 0;
    std::memcpy(block + 1, peers, count * sizeof *peers);
    block->count = static_cast<std::uint32_t>(count);
    return engine.segment.offset_of(block + 1);
}

void copy_text(char *target, std::size_t room, const char *text) {
    std::strncpy(target, text, room - 1);
    target[room - 1] = '\0';
}

void zero_blocks(mpimon_header *header) {
    char *base = reinterpret_cast<char *>(header);
    for (std::uint64_t offset = header->header_size; offset < header->used;) {
        auto *block = reinterpret_cast<mpimon_block *>(base + offset);
        offset += block->size;
        for (std::uint32_t i = 0; i < block->count; ++i) {
            char *item = reinterpret_cast<char *>(block + 1) + std::size_t{i} * block->item_size;
            if (block->kind == MPIMON_BLOCK_HISTOGRAMS)
                std::memset(item, 0, block->item_size);
            else if (block->kind == MPIMON_BLOCK_FLOWS)
                std::memset(item + offsetof(mpimon_flow, messages), 0,
                            sizeof(mpimon_flow) - offsetof(mpimon_flow, messages));
            else if (block->kind == MPIMON_BLOCK_COLLECTIVES)
                std::memset(item + offsetof(mpimon_collective, calls), 0,
                            sizeof(mpimon_collective) - offsetof(mpimon_collective, calls));
            else if (block->kind == MPIMON_BLOCK_FUNCTIONS)
                std::memset(item + offsetof(mpimon_function, calls), 0,
                            sizeof(mpimon_function) - offsetof(mpimon_function, calls));
        }
    }
}

}  // namespace

extern "C" {

MPIMON_THREAD mpimon_shard *mpimon_this_shard = &empty_shard;

int mpimon_engine_start(const char *path, int one_shard) {
    engine = Engine();
    engine.one_shard = one_shard != 0;
    mpimon_this_shard = &empty_shard;
    const int error = engine.segment.open(path);
    if (error) {
        engine.segment.close();
        return error;
    }
    if (!thread_key_made)
        thread_key_made = pthread_key_create(&thread_key, release_shard) == 0;
    return 0;
}

void mpimon_engine_stop(void) {
    if (thread_key_made)
        pthread_setspecific(thread_key, nullptr);
    mpimon_this_shard = &empty_shard;
    my_shard = nullptr;
    free_shards();
    std::free(engine.communicators);
    std::free(engine.names);
    std::free(engine.foreigns);
    engine.segment.close();
    engine = Engine();
}

mpimon_header *mpimon_segment(void) {
    return engine.segment.header();
}

int mpimon_engine_lost(void) {
    return engine.lost;
}

void mpimon_engine_zero(void) {
    Locked locked;
    zero_blocks(engine.segment.header());
}

mpimon_flow *mpimon_known_flow(uint64_t key) {
    mpimon_flow *flow = my_shard ? my_shard->flows.find(key) : nullptr;
    if (flow) {
        my_shard->hot->keys[mpimon_cache_slot(key)] = key;
        my_shard->hot->flows[mpimon_cache_slot(key)] = flow;
    }
    return flow;
}

mpimon_flow *mpimon_cache_flow(uint64_t key, uint32_t peer, mpimon_path path) {
    Locked locked;
    Shard *shard = this_shard();
    if (!shard || !(key >> MPIMON_KEY_VALID & 1))
        return lose(&spare_flow);
    mpimon_flow *flow = shard->flows.find(key);
    if (!flow)
        flow = add_flow(shard, key, peer, path);
    if (flow != &spare_flow) {
        shard->hot->keys[mpimon_cache_slot(key)] = key;
        shard->hot->flows[mpimon_cache_slot(key)] = flow;
    }
    return flow;
}

uint32_t mpimon_communicator_add(const mpimon_communicator *item, const uint32_t *peers) {
    Locked locked;
    mpimon_communicator *added = engine.communicator_items.add(engine.segment);
    if (!added || !append(engine.communicators, engine.communicator_count, added))
        return engine.lost = 1, UINT32_MAX;
    *added = *item;
    added->occurrence = occurrences(*item);
    added->members_offset =
        item->members == MPIMON_MEMBERS_LISTED ? store_members(peers, std::size_t{item->size} + item->remote_size) : 0;
    engine.communicator_items.publish();
    return engine.communicator_count++;
}

mpimon_communicator *mpimon_communicator_at(uint32_t index) {
    Locked locked;
    return index < engine.communicator_count ? engine.communicators[index] : nullptr;
}

uint32_t mpimon_name_index(const char *text) {
    Locked locked;
    for (uint32_t i = 0; i < engine.name_count; ++i)
        if (std::strncmp(engine.names[i]->text, text, MPIMON_NAME - 1) == 0)
            return i;
    mpimon_name *added = engine.name_items.add(engine.segment);
    if (!added || !append(engine.names, engine.name_count, added))
        return engine.lost = 1, UINT32_MAX;
    copy_text(added->text, MPIMON_NAME, text);
    engine.name_items.publish();
    return engine.name_count++;
}

const char *mpimon_name_at(uint32_t index) {
    Locked locked;
    return index < engine.name_count ? engine.names[index]->text : "";
}

uint32_t mpimon_foreign_index(uint32_t table, uint32_t index) {
    Locked locked;
    for (uint32_t i = 0; i < engine.foreign_count; ++i)
        if (engine.foreigns[i]->table == table && engine.foreigns[i]->index == index)
            return i;
    mpimon_foreign *added = engine.foreign_items.add(engine.segment);
    if (!added || !append(engine.foreigns, engine.foreign_count, added))
        return engine.lost = 1, UINT32_MAX;
    *added = {table, index};
    engine.foreign_items.publish();
    return engine.foreign_count++;
}

mpimon_collective *mpimon_collective_find(uint32_t communicator, uint32_t operation, uint32_t algorithm,
                                          mpimon_mode mode, mpimon_role role) {
    Locked locked;
    Shard *shard = this_shard();
    if (!shard || communicator == UINT32_MAX || operation == UINT32_MAX || algorithm == UINT32_MAX)
        return lose(&spare_collective);
    for (uint32_t i = 0; i < shard->collective_count; ++i) {
        mpimon_collective *known = shard->collectives[i];
        if (known->communicator == communicator && known->operation == operation && known->algorithm == algorithm &&
            known->mode == mode && known->role == role)
            return known;
    }
    mpimon_collective *added = shard->collective_items.add(engine.segment);
    if (!added || !append(shard->collectives, shard->collective_count, added))
        return lose(&spare_collective);
    added->communicator = communicator;
    added->operation = operation;
    added->algorithm = algorithm;
    added->mode = static_cast<std::uint8_t>(mode);
    added->role = static_cast<std::uint8_t>(role);
    shard->collective_items.publish();
    ++shard->collective_count;
    return added;
}

mpimon_function *mpimon_function_find(uint32_t name) {
    Locked locked;
    Shard *shard = this_shard();
    if (!shard || name == UINT32_MAX)
        return lose(&spare_function);
    for (uint32_t i = 0; i < shard->function_count; ++i)
        if (shard->functions[i]->name == name)
            return shard->functions[i];
    mpimon_function *added = shard->function_items.add(engine.segment);
    if (!added || !append(shard->functions, shard->function_count, added))
        return lose(&spare_function);
    added->name = name;
    shard->function_items.publish();
    ++shard->function_count;
    return added;
}

void mpimon_cvar_add(const char *name, const char *value) {
    Locked locked;
    mpimon_cvar *added = engine.cvar_items.add(engine.segment);
    if (!added) {
        engine.lost = 1;
        return;
    }
    copy_text(added->name, MPIMON_NAME, name);
    copy_text(added->value, MPIMON_TEXT, value);
    engine.cvar_items.publish();
}
}
