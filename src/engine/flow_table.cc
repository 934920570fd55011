#include "flow_table.h"

#include <cstdlib>

namespace mpimon {

namespace {

constexpr std::uint64_t first_capacity = 128;

// The hash of the cache leaves its low bits out, so take others here: keys that meet in the cache part in the table.
std::uint64_t slot_of(std::uint64_t key, std::uint64_t capacity) {
    return ((key * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (capacity - 1);
}

}  // namespace

void FlowTable::place(Entry *entries, std::uint64_t capacity, const Entry &entry) {
    std::uint64_t slot = slot_of(entry.key, capacity);
    while (entries[slot].key)
        slot = (slot + 1) & (capacity - 1);
    entries[slot] = entry;
}

mpimon_flow *FlowTable::find(std::uint64_t key) const {
    if (!capacity_)
        return nullptr;
    for (std::uint64_t slot = slot_of(key, capacity_); entries_[slot].key; slot = (slot + 1) & (capacity_ - 1))
        if (entries_[slot].key == key)
            return entries_[slot].flow;
    return nullptr;
}

bool FlowTable::insert(std::uint64_t key, mpimon_flow *flow) {
    if (2 * count_ >= capacity_ && !grow())
        return false;
    place(entries_, capacity_, {key, flow});
    ++count_;
    return true;
}

bool FlowTable::grow() {
    const std::uint64_t capacity = capacity_ ? 2 * capacity_ : first_capacity;
    auto *entries = static_cast<Entry *>(std::calloc(capacity, sizeof(Entry)));
    if (!entries)
        return false;
    for (std::uint64_t slot = 0; slot < capacity_; ++slot)
        if (entries_[slot].key)
            place(entries, capacity, entries_[slot]);
    std::free(entries_);
    entries_ = entries;
    capacity_ = capacity;
    return true;
}

void FlowTable::clear() {
    std::free(entries_);
    *this = FlowTable();
}

}  // namespace mpimon
