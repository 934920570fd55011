// From a key to its flow: an open-addressing hash table in private memory, one per thread.
#ifndef MPIMON_ENGINE_FLOW_TABLE_H
#define MPIMON_ENGINE_FLOW_TABLE_H

#include <cstdint>

#include "count.h"

namespace mpimon {

class FlowTable {
  public:
    // The flow with this key, or null.
    mpimon_flow *find(std::uint64_t key) const;

    // Enter a flow whose key is not in the table. Returns false without memory.
    bool insert(std::uint64_t key, mpimon_flow *flow);

    void clear();

  private:
    bool grow();

    struct Entry {
        std::uint64_t key;
        mpimon_flow *flow;
    };

    static void place(Entry *entries, std::uint64_t capacity, const Entry &entry);

    Entry *entries_ = nullptr;    // of which key 0 is free
    std::uint64_t capacity_ = 0;  // a power of two
    std::uint64_t count_ = 0;
};

}  // namespace mpimon

#endif
