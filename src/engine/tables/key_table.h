// Finds the value of a key, 32 bits such as the index of an item: an open-addressing hash table in private memory. A
// slot takes 12 bytes, and at most half of them are used.
#ifndef MPIMON_ENGINE_KEY_TABLE_H
#define MPIMON_ENGINE_KEY_TABLE_H

#include <cstdint>

#include "../count.h"

namespace mpimon {

class KeyTable {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // The value that was entered last for this key, or none.
    std::uint32_t find(std::uint64_t key) const;

    // Enter a key, which is not 0 and not in the table. Returns false without memory.
    bool insert(std::uint64_t key, std::uint32_t value);

    // Enter another value for a key that is in the table.
    void replace(std::uint64_t key, std::uint32_t value) { put(slots_, key, value); }

    void clear();

  private:
    bool grow();

    // A power of two slots; a slot is free where its key is 0.
    struct Slots {
        std::uint64_t *keys;
        std::uint32_t *values;
        std::uint64_t count;

        std::uint64_t slot_for(std::uint64_t key) const;
    };

    static bool allocate(Slots &slots, std::uint64_t count);
    static void put(const Slots &slots, std::uint64_t key, std::uint32_t value);

    Slots slots_ = {};
    std::uint64_t used_ = 0;
};

}  // namespace mpimon

#endif
