// Items that one thread counts into, found by what they say: there are too many fields for a key, so the key is their
// hash, and an item that says something else sends the search on to the next key.
#ifndef MPIMON_ENGINE_FOUND_ITEMS_H
#define MPIMON_ENGINE_FOUND_ITEMS_H

#include "../state.h"

namespace mpimon {

// Items lie at multiples of this from the segment's start, so that where one lies fits into 32 bits.
constexpr std::size_t item_unit = 8;

inline std::uint64_t hash_of(std::uint64_t word, std::uint64_t hash = 1) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

template <class Item>
Item *item_at(std::uint32_t value) {
    return reinterpret_cast<Item *>(reinterpret_cast<char *>(engine.segment.header()) + std::size_t{value} * item_unit);
}

// The item that says the same as `wanted`; null if there is none. `key`: its key, or the free one where it belongs.
template <class Item, class IsSame>
Item *find_item(const KeyTable &table, std::uint64_t *key, IsSame is_same) {
    for (;; ++*key) {
        *key |= *key == 0;  // 0 is no key
        const std::uint32_t value = table.find(*key);
        if (value == KeyTable::none)
            return nullptr;
        Item *item = item_at<Item>(value);
        if (is_same(*item))
            return item;
    }
}

// A new item for the free key, as `wanted` says but for its counters. Null without memory. The caller has the lock.
template <class Item, class List>
Item *add_item(List &items, KeyTable &table, std::uint64_t key, const Item &wanted) {
    static_assert(sizeof(Item) % item_unit == 0 && sizeof(mpimon_block) % item_unit == 0,
                  "items lie at such multiples");
    Item *added = items.add(engine.segment);
    const auto value = added ? engine.segment.offset_of(added) / item_unit : 0;
    if (!added || !table.insert(key, static_cast<std::uint32_t>(value)))
        return lose(static_cast<Item *>(nullptr));
    *added = wanted;
    items.publish();
    return added;
}

// Apart from the search, which then needs neither the lock nor room for it.
template <class Item, class List>
__attribute__((noinline)) Item *add_item_locked(List &items, KeyTable &table, std::uint64_t key, const Item &wanted) {
    Locked locked;
    return add_item(items, table, key, wanted);
}

// The item that says the same as `wanted`, made if there is none yet; null without memory.
template <class Item, class List, class IsSame>
Item *find_or_add_item(List &items, KeyTable &table, std::uint64_t key, const Item &wanted, IsSame is_same) {
    Item *found = find_item<Item>(table, &key, is_same);
    return found ? found : add_item_locked(items, table, key, wanted);
}

}  // namespace mpimon

#endif
