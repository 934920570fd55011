// Threads and what they count into. A writer is a set of counters that one thread at a time writes; a thread that ends
// leaves its writer to the next one. Each thread's mpimon_thread is known here, so that none of them is left with an
// address into a segment that is gone.
#include <sys/mman.h>

#include "clock.h"
#include "preserving_call.h"
#include "state.h"

namespace mpimon {

namespace {

// What a thread sees that has not counted yet. Nothing that is written to it, for want of memory, is ever read.
mpimon_shard empty = {{}, {MPIMON_KEY_NONE}, {}, {}, nullptr};
mpimon_place no_places[MPIMON_PLACES];

constexpr std::size_t places_size = sizeof no_places;

pthread_key_t thread_key;
bool thread_key_made;

constexpr mpimon_thread outside() {
    return {&empty, &empty, no_places, no_places, no_places, 0, -1, MPIMON_NONE, nullptr};
}

// Takes the attachment off the list.
void forget(Attachment *attachment) {
    Attachment **link = &engine.attachments;
    while (*link != attachment)
        link = &(*link)->next;
    *link = attachment->next;
    std::free(attachment->levels);
    std::free(attachment);
}

// The calling thread ends. Where the engine has stopped meanwhile, the thread has no attachment any more.
void thread_ends(void *) {
    Locked locked;
    auto *attachment = static_cast<Attachment *>(mpimon_this_thread.attachment);
    mpimon_this_thread = outside();
    if (!attachment)
        return;
    attachment->writer->next_free = engine.free_writers;
    engine.free_writers = attachment->writer;
    forget(attachment);
}

Writer *new_writer() {
    auto *writer = static_cast<Writer *>(std::calloc(1, sizeof(Writer)));
    if (writer) {
        writer->next = engine.writers;
        engine.writers = writer;
    }
    return writer;
}

// One that nobody else has now.
Writer *take_writer() {
    Writer *writer = engine.free_writers;
    if (!writer)
        return new_writer();
    engine.free_writers = writer->next_free;
    return writer;
}

Shard *new_shard(Writer *writer, std::uint32_t context) {
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
    shard->hot->behind = shard;
    shard->writer = writer;
    shard->context = context;
    shard->next = writer->shards;
    writer->shards = shard;
    __atomic_store_n(&block->count, 1, __ATOMIC_RELEASE);
    return shard;
}

void free_shards(Writer *writer) {
    for (Shard *shard = writer->shards; shard;) {
        Shard *next = shard->next;
        shard->flows.clear();
        std::free(shard->collectives);
        std::free(shard->gauges);
        std::free(shard);
        shard = next;
    }
}

void free_places(Writer *writer) {
    for (std::uint32_t i = 0; i < writer->place_room; ++i)
        if (writer->places[i])
            munmap(writer->places[i], places_size);
    std::free(writer->places);
}

bool make_room(Writer *writer, std::uint32_t regions) {
    if (regions <= writer->place_room)
        return true;
    const std::uint32_t room = 2 * regions;
    auto *larger = static_cast<mpimon_place **>(std::realloc(writer->places, room * sizeof(mpimon_place *)));
    if (!larger)
        return false;
    for (std::uint32_t i = writer->place_room; i < room; ++i)
        larger[i] = nullptr;
    writer->places = larger;
    writer->place_room = room;
    return true;
}

}  // namespace

mpimon_shard *empty_shard() {
    return &empty;
}

mpimon_place *places_of(Writer *writer, std::uint32_t region) {
    const std::uint32_t index = region + 1;  // NONE + 1 is 0
    if (!make_room(writer, index + 1))
        return nullptr;
    if (writer->places[index])
        return writer->places[index];
    // Of these pages only those are touched that hold functions which the region calls.
    void *memory = mmap(nullptr, places_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    writer->places[index] = static_cast<mpimon_place *>(memory);
    writer->places[index]->shard = &empty;
    return writer->places[index];
}

void go_to(Attachment *attachment, std::uint32_t region, mpimon_place *places) {
    mpimon_thread *thread = attachment->thread;
    thread->region = region;
    thread->places = places;
    thread->fast_places = mpimon_ticks_of_processor ? places : no_places;
    thread->home = places->shard;
    if (thread->depth < 0)
        thread->shard = places->shard;
}

Attachment *attach() {
    if (mpimon_this_thread.attachment)
        return static_cast<Attachment *>(mpimon_this_thread.attachment);
    Writer *writer = take_writer();
    mpimon_place *places = writer ? places_of(writer, MPIMON_NONE) : nullptr;
    auto *attachment = places ? static_cast<Attachment *>(std::calloc(1, sizeof(Attachment))) : nullptr;
    if (!attachment)
        return lose(attachment);
    attachment->thread = &mpimon_this_thread;
    attachment->writer = writer;
    attachment->next = engine.attachments;
    engine.attachments = attachment;
    mpimon_this_thread.attachment = attachment;
    go_to(attachment, MPIMON_NONE, places);
    if (thread_key_made || (thread_key_made = pthread_key_create(&thread_key, thread_ends) == 0))
        pthread_setspecific(thread_key, attachment);
    return attachment;
}

Shard *current_shard() {
    mpimon_thread &thread = mpimon_this_thread;
    if (thread.shard->behind)
        return static_cast<Shard *>(thread.shard->behind);
    Attachment *attachment = attach();
    if (!attachment)
        return nullptr;
    const bool in_function = thread.depth >= 0 && thread.place->function;
    mpimon_place *place = in_function ? thread.place : thread.places;
    if (!place->shard->behind) {
        Shard *shard = new_shard(attachment->writer,
                                 in_function ? place->function->context : context_index(thread.region, MPIMON_NONE));
        if (!shard)
            return lose(shard);
        place->shard = shard->hot;
    }
    thread.home = thread.places->shard;
    thread.shard = place->shard;
    return static_cast<Shard *>(place->shard->behind);
}

void free_writers() {
    while (engine.attachments) {
        *engine.attachments->thread = outside();
        forget(engine.attachments);
    }
    for (Writer *writer = engine.writers; writer;) {
        Writer *next = writer->next;
        free_shards(writer);
        free_places(writer);
        writer->sizes.clear();
        std::free(writer);
        writer = next;
    }
    engine.writers = engine.free_writers = nullptr;
}

}  // namespace mpimon

extern "C" {

MPIMON_THREAD mpimon_thread mpimon_this_thread = mpimon::outside();
#ifdef MPIMON_ASSEMBLY
MPIMON_THREAD uint64_t mpimon_call_arguments[MPIMON_CALL_ARGUMENTS];
#endif

void mpimon_functions_forget(void) {
    mpimon::Locked locked;
    for (mpimon::Attachment *attachment = mpimon::engine.attachments; attachment; attachment = attachment->next) {
        attachment->thread->depth = -1;
        attachment->thread->shard = attachment->thread->home;
    }
    mpimon_this_thread.depth = -1;
}
}
