// Where the process is, and how it reaches others. That is recorded when the process begins and when it ends.
#include <cstring>

#include "../state.h"

using namespace mpimon;

extern "C" {

void mpimon_place_add(const mpimon_place *place) {
    Locked locked;
    if (!engine.segment.header() || (engine.place && std::memcmp(engine.place, place, sizeof *place) == 0))
        return;
    mpimon_place *added = engine.place_items.add(engine.segment);
    if (!added) {
        engine.lost = 1;
        return;
    }
    *added = *place;
    engine.place_items.publish();
    engine.place = added;
}

const mpimon_place *mpimon_place_last(void) {
    Locked locked;
    return engine.place;
}

void mpimon_transport_add(uint32_t peer, const char *name) {
    Locked locked;
    const std::uint32_t index = engine.segment.header() ? name_index(name) : MPIMON_NONE;
    mpimon_transport *added = index == MPIMON_NONE ? nullptr : engine.transport_items.add(engine.segment);
    if (!added) {
        engine.lost = 1;
        return;
    }
    *added = {peer, index};
    engine.transport_items.publish();
}

void mpimon_hardware_add(const char *text) {
    Locked locked;
    const std::size_t size = std::strlen(text);
    if (!engine.segment.header() || size == 0 || size > MPIMON_HARDWARE_BYTES)
        return;
    const std::size_t items = (size + MPIMON_TEXT - 1) / MPIMON_TEXT;
    mpimon_block *block = engine.segment.add_block(MPIMON_BLOCK_TOPOLOGIES, sizeof(mpimon_hardware), items);
    if (!block) {
        engine.lost = 1;
        return;
    }
    std::memcpy(block + 1, text, size);
    __atomic_store_n(&block->count, static_cast<std::uint32_t>(items), __ATOMIC_RELEASE);
}
}
