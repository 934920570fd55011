#include "engine.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "clock.h"
#include "state.h"
#include "tables/iterator.h"
#include "timeline/sampler.h"

namespace mpimon {

Engine engine;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

namespace {

// The segment once it is whole: threads that ask how much was counted look here without the lock, at any time.
mpimon_header *shown_segment;

void show(mpimon_header *segment) {
    __atomic_store_n(&shown_segment, segment, __ATOMIC_RELEASE);
}

// Counts for which there is no memory go here; nobody reads them.
mpimon_flow spare_flow = {0, MPIMON_PEER_UNKNOWN, 0, 0, 0, 0, 0, 0, 0};  // nobody sends to an unknown peer
mpimon_collective spare_collective;
mpimon_gauge spare_gauge;

// Items of flows lie at multiples of their size from the segment's start, so their index in it fits into 32 bits.
static_assert(sizeof(mpimon_block) % sizeof(mpimon_flow) == 0 && 64 % sizeof(mpimon_flow) == 0, "blocks begin at 64");

std::uint32_t index_of(const mpimon_flow *flow) {
    return static_cast<std::uint32_t>(engine.segment.offset_of(flow) / sizeof(mpimon_flow));
}

mpimon_flow *find_flow(const Shard *shard, std::uint64_t key) {
    const std::uint32_t index = shard->flows.find(key);
    return index == KeyTable::none ? nullptr : reinterpret_cast<mpimon_flow *>(engine.segment.header()) + index;
}

mpimon_flow *add_flow(Shard *shard, std::uint64_t key, std::uint32_t peer, mpimon_path path) {
    mpimon_flow *flow = shard->counter_set->flow_items.add(engine.segment);
    if (!flow || !shard->flows.insert(key, index_of(flow)))
        return lose(&spare_flow);
    flow->communicator = owner_of(static_cast<std::uint32_t>(key >> MPIMON_KEY_COMMUNICATOR));
    flow->peer = peer;
    flow->traffic_class = (key >> MPIMON_KEY_CLASS) & 7;
    flow->path = static_cast<std::uint8_t>(path);
    flow->direction = (key >> MPIMON_KEY_DIRECTION) & 3;
    flow->context = shard->context;
    shard->counter_set->flow_items.publish();
    mpimon_clock_look(engine.segment.header());
    return flow;
}

// The communicator's key in the table of the last ones; two that are different hardly ever have the same one.
std::uint64_t key_of(const mpimon_communicator &item) {
    return (item.group_hash ^ (item.context_id * UINT64_C(0x9E3779B97F4A7C15))) | 1;
}

// The last communicator with the same context id and group; null if there was none.
mpimon_communicator *last_one_like(const mpimon_communicator &item, std::uint32_t *index) {
    *index = engine.last_communicators.find(key_of(item));
    mpimon_communicator *last = *index == KeyTable::none ? nullptr : engine.communicators[*index];
    return last && last->context_id == item.context_id && last->group_hash == item.group_hash ? last : nullptr;
}

bool note_last_one(const mpimon_communicator &item, bool is_first, std::uint32_t index) {
    if (is_first)
        return engine.last_communicators.insert(key_of(item), index);
    engine.last_communicators.replace(key_of(item), index);
    return true;
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

// Copies the segment as it is now, as Snapshot (file_copy.h) says. Nobody adds items meanwhile, since that takes the
// lock; counters go on.
std::uint64_t snapshot(void *target, std::uint64_t room) {
    Locked locked;
    const auto *words = reinterpret_cast<const std::uint64_t *>(engine.segment.header());
    const std::uint64_t size = words ? engine.segment.header()->used : 0;
    for (std::uint64_t i = 0; size <= room && i < size / sizeof *words; ++i)
        static_cast<std::uint64_t *>(target)[i] = mpimon_read(&words[i]);
    return size;
}

int begin_copies() {
    const int file = engine.segment.file_for_copies();
    return file < 0 ? 0 : engine.file_copy.start(file, snapshot);
}

// Frees all but the counter sets and the thread that copies, so that the engine can be started again.
void free_engine() {
    engine.last_communicators.clear();
    engine.asked.clear();
    engine.files.clear();
    std::free(engine.file_states);
    std::free(engine.communicators);
    std::free(engine.names);
    std::free(engine.foreigns);
    std::free(engine.contexts);
    std::free(engine.regions);
    engine.segment.close();
    engine = Engine();
    sampler.forget();
}

}  // namespace

// Messages over a communicator that is a part of another one count for that one.
std::uint32_t owner_of(std::uint32_t communicator) {
    const std::uint32_t owner =
        communicator < engine.communicator_count ? engine.communicators[communicator]->owner : 0;
    return owner > 0 ? owner - 1 : communicator;
}

bool is_spare(const mpimon_flow *flow) {
    return flow == &spare_flow;
}

std::uint32_t find_name(const char *text) {
    for (std::uint32_t i = 0; i < engine.name_count; ++i)
        if (std::strncmp(engine.names[i]->text, text, MPIMON_NAME - 1) == 0)
            return i;
    return MPIMON_NONE;
}

std::uint32_t name_index(const char *text) {
    const std::uint32_t found = find_name(text);
    if (found != MPIMON_NONE)
        return found;
    mpimon_name *added = engine.name_items.add(engine.segment);
    if (!added || !append(engine.names, engine.name_count, added))
        return engine.lost = 1, MPIMON_NONE;
    copy_text(added->text, MPIMON_NAME, text);
    engine.name_items.publish();
    return engine.name_count++;
}

}  // namespace mpimon

using namespace mpimon;

extern "C" {

int mpimon_engine_start(const char *path) {
    Locked locked;
    int error = engine.segment.open(path);
    if (error)
        return error;
    mpimon_clock_start(engine.segment.header());
    error = begin_control() && begin_contexts() ? begin_copies() : ENOMEM;
    if (!error) {
        show(engine.segment.header());
        return 0;
    }
    free_engine();
    if (path)
        unlink(path);
    return error;
}

void mpimon_engine_freeze(void) {
    sampler.stop();
    Locked locked;
    free_counter_sets();
}

void mpimon_engine_stop(void) {
    mpimon_engine_freeze();
    engine.file_copy.stop(false);
    Locked locked;
    show(nullptr);
    free_engine();
}

mpimon_header *mpimon_segment(void) {
    return __atomic_load_n(&shown_segment, __ATOMIC_ACQUIRE);
}

int mpimon_engine_lost(void) {
    Locked locked;
    return engine.lost;
}

mpimon_header *mpimon_segment_copy(void) {
    void *copy = nullptr;
    for (std::uint64_t room = 0, size = 0; (size = snapshot(copy, room)) > room; room = size) {
        std::free(copy);
        copy = std::malloc(size);
        if (!copy)
            return nullptr;
    }
    return static_cast<mpimon_header *>(copy);
}

void mpimon_engine_save(void) {
    engine.file_copy.stop(true);
}

int mpimon_engine_file_error(void) {
    const int error = engine.file_copy.error();
    const mpimon_header *segment = mpimon_segment();
    return error || !segment ? error : segment->file_error;
}

mpimon_flow *mpimon_known_flow(uint64_t key) {
    const auto *shard = static_cast<const Shard *>(mpimon_this_thread.shard->owner);
    mpimon_flow *flow = shard ? find_flow(shard, key) : nullptr;
    if (flow)
        cache(shard, key, flow);
    return flow;
}

mpimon_flow *mpimon_cache_flow(uint64_t key, uint32_t peer, mpimon_path path) {
    Locked locked;
    Shard *shard = current_shard();
    if (!shard || !(key >> MPIMON_KEY_VALID & 1))
        return lose(&spare_flow);
    mpimon_flow *flow = find_flow(shard, key);
    if (!flow)
        flow = add_flow(shard, key, peer, path);
    if (flow != &spare_flow)
        cache(shard, key, flow);
    return flow;
}

uint32_t mpimon_communicator_add(const mpimon_communicator *item, const uint32_t *peers, int may_share) {
    Locked locked;
    std::uint32_t last_index;
    mpimon_communicator *last = last_one_like(*item, &last_index);
    const bool is_last = last && (last->occurrence >= MPIMON_OCCURRENCES - 1 || item->owner > 0);
    if (may_share && is_last && last->freed) {
        last->freed = 0;
        return last_index;
    }
    mpimon_communicator *added =
        engine.communicator_count < MPIMON_COMMUNICATORS ? engine.communicator_items.add(engine.segment) : nullptr;
    if (!added || !append(engine.communicators, engine.communicator_count, added) ||
        !note_last_one(*item, last_index == KeyTable::none, engine.communicator_count))
        return engine.lost = 1, UINT32_MAX;
    *added = *item;
    added->occurrence = last ? last->occurrence + 1 : 0;
    added->members_offset = peers ? store_members(peers, std::size_t{item->size} + item->remote_size) : 0;
    engine.communicator_items.publish();
    return engine.communicator_count++;
}

mpimon_communicator *mpimon_communicator_at(uint32_t index) {
    Locked locked;
    return index < engine.communicator_count ? engine.communicators[index] : nullptr;
}

void mpimon_communicator_list(uint32_t index, const uint32_t *peers) {
    Locked locked;
    mpimon_communicator *item = index < engine.communicator_count ? engine.communicators[index] : nullptr;
    if (!item || item->members_offset != 0)
        return;
    const std::uint64_t offset = store_members(peers, std::size_t{item->size} + item->remote_size);
    __atomic_store_n(&item->members_offset, offset, __ATOMIC_RELEASE);
}

uint32_t mpimon_name_index(const char *text) {
    Locked locked;
    return name_index(text);
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
                                          mpimon_mode mode, mpimon_role role, uint32_t parent) {
    Locked locked;
    Shard *shard = current_shard();
    if (!shard || communicator == UINT32_MAX || operation == UINT32_MAX || algorithm == UINT32_MAX)
        return lose(&spare_collective);
    for (uint32_t i = 0; i < shard->collective_count; ++i) {
        mpimon_collective *known = shard->collectives[i];
        if (known->communicator == communicator && known->operation == operation && known->algorithm == algorithm &&
            known->mode == mode && known->role == role && known->parent == parent)
            return known;
    }
    mpimon_collective *added = shard->counter_set->collective_items.add(engine.segment);
    if (!added || !append(shard->collectives, shard->collective_count, added))
        return lose(&spare_collective);
    added->communicator = communicator;
    added->operation = operation;
    added->algorithm = algorithm;
    added->mode = static_cast<std::uint8_t>(mode);
    added->role = static_cast<std::uint8_t>(role);
    added->parent = parent;
    added->context = shard->context;
    shard->counter_set->collective_items.publish();
    ++shard->collective_count;
    mpimon_clock_look(engine.segment.header());
    return added;
}

mpimon_gauge *mpimon_gauge_find(uint32_t name) {
    Locked locked;
    Shard *shard = current_shard();
    if (!shard || name == UINT32_MAX)
        return lose(&spare_gauge);
    for (uint32_t i = 0; i < shard->gauge_count; ++i)
        if (shard->gauges[i]->name == name)
            return shard->gauges[i];
    mpimon_gauge *added = shard->counter_set->gauge_items.add(engine.segment);
    if (!added || !append(shard->gauges, shard->gauge_count, added))
        return lose(&spare_gauge);
    added->name = name;
    added->context = shard->context;
    shard->counter_set->gauge_items.publish();
    ++shard->gauge_count;
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
