// What is asked of each peer. It is written seldom, so all threads share the items, and hold the lock as they add.
#include "../state.h"

namespace mpimon {

namespace {

std::uint64_t key_of(std::uint32_t communicator, unsigned number, std::uint32_t peer) {
    constexpr unsigned kNumber = 32;
    constexpr unsigned kCommunicator = 38;
    static_assert(1U << (kCommunicator - kNumber) == MPIMON_ASKED_NUMBERS, "a number has room in a key");
    return UINT64_C(1) << 63 | std::uint64_t{communicator} << kCommunicator | std::uint64_t{number} << kNumber | peer;
}

// As with flows, an item's index in the segment fits into 32 bits.
static_assert(sizeof(mpimon_block) % sizeof(mpimon_asked) == 0 && 64 % sizeof(mpimon_asked) == 0, "blocks begin at 64");

mpimon_asked *find(std::uint64_t key) {
    const std::uint32_t index = engine.asked.find(key);
    return index == KeyTable::none ? nullptr : reinterpret_cast<mpimon_asked *>(engine.segment.header()) + index;
}

// Null without memory.
mpimon_asked *add(std::uint64_t key, const mpimon_asked &item) {
    mpimon_asked *added = engine.asked_items.add(engine.segment);
    const auto index = added ? engine.segment.offset_of(added) / sizeof *added : 0;
    if (!added || !engine.asked.insert(key, static_cast<std::uint32_t>(index))) {
        engine.lost = 1;
        return nullptr;
    }
    *added = item;
    engine.asked_items.publish();
    return added;
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

extern "C" void mpimon_asked_add(uint32_t communicator, unsigned number, uint32_t operation, uint32_t peer,
                                 uint64_t calls, uint64_t bytes) {
    Locked locked;
    if (!engine.segment.header() || communicator >= engine.communicator_count || operation == UINT32_MAX)
        return;
    const std::uint64_t key = key_of(communicator, number, peer);
    mpimon_asked *item = find(key);
    if (!item)
        item = add(key, {communicator, peer, operation, 0, 0, 0});
    if (!item)
        return;
    mpimon_increase(&item->calls, calls);
    mpimon_increase(&item->bytes, bytes);
}
