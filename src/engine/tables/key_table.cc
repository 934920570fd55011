#include "key_table.h"

#include <cstdlib>

namespace mpimon {

namespace {

constexpr std::uint64_t first_slots = 128;

}  // namespace

// The slot of this key, or the free one where it belongs. The hash of the cache leaves a key's high bits out, where
// class and communicator are; the highest bits of a product depend on all of them.
std::uint64_t KeyTable::Slots::slot_for(std::uint64_t key) const {
    const int low_bits = __builtin_clzll(count) + 1;
    std::uint64_t slot = (key * UINT64_C(0x9E3779B97F4A7C15)) >> low_bits;
    while (keys[slot] && keys[slot] != key)
        slot = (slot + 1) & (count - 1);
    return slot;
}

void KeyTable::put(const Slots &slots, std::uint64_t key, std::uint32_t value) {
    const std::uint64_t slot = slots.slot_for(key);
    slots.keys[slot] = key;
    slots.values[slot] = value;
}

std::uint32_t KeyTable::find(std::uint64_t key) const {
    if (!slots_.count)
        return none;
    const std::uint64_t slot = slots_.slot_for(key);
    return slots_.keys[slot] ? slots_.values[slot] : none;
}

bool KeyTable::insert(std::uint64_t key, std::uint32_t value) {
    if (2 * used_ >= slots_.count && !grow())
        return false;
    put(slots_, key, value);
    ++used_;
    return true;
}

bool KeyTable::allocate(Slots &slots, std::uint64_t count) {
    slots.keys = static_cast<std::uint64_t *>(std::calloc(count, sizeof(std::uint64_t)));
    slots.values = static_cast<std::uint32_t *>(std::malloc(count * sizeof(std::uint32_t)));
    slots.count = count;
    if (slots.keys && slots.values)
        return true;
    std::free(slots.keys);
    std::free(slots.values);
    return false;
}

bool KeyTable::grow() {
    Slots larger;
    if (!allocate(larger, slots_.count ? 2 * slots_.count : first_slots))
        return false;
    for (std::uint64_t slot = 0; slot < slots_.count; ++slot)
        if (slots_.keys[slot])
            put(larger, slots_.keys[slot], slots_.values[slot]);
    std::free(slots_.keys);
    std::free(slots_.values);
    slots_ = larger;
    return true;
}

void KeyTable::clear() {
    std::free(slots_.keys);
    std::free(slots_.values);
    *this = KeyTable();
}

}  // namespace mpimon
