// The samples of a timeline in the segment: at most MPIMON_INTERVALS. When there are so many, every other one is
// forgotten, and later ones take their items.
//
//   items    1  2  3  4  5  6  7  8        all are used
//            .  2  .  4  .  6  .  8        1, 3, 5 and 7 are forgotten: intervals are twice as long
//            9  2 10  4  .  6  .  8        the next ones
//
// layout.h says how a reader in another process tells that an item changes.
#ifndef MPIMON_ENGINE_SAMPLE_STORE_H
#define MPIMON_ENGINE_SAMPLE_STORE_H

#include <cstdint>

#include "../storage/segment.h"

namespace mpimon {

class SampleStore {
  public:
    // Adds a copy of the sample with the next serial number. Where the segment cannot grow, earlier ones make room.
    // Returns false if there are none either. The caller holds the engine's lock.
    bool add(Segment &segment, const mpimon_sample &sample);

    // The sample that was added last; null if there is none.
    const mpimon_sample *last() const { return kept_ ? items_[order_[kept_ - 1]] : nullptr; }

    // Forgets all samples, when their segment is gone.
    void clear();

    // How often intervals have doubled.
    unsigned doublings() const { return doublings_; }

  private:
    bool take_item(Segment &segment, std::uint16_t *item);
    void forget_every_other();

    Items<mpimon_sample, MPIMON_BLOCK_SAMPLES> segment_items_;
    mpimon_sample *items_[MPIMON_INTERVALS];
    std::uint16_t order_[MPIMON_INTERVALS];  // items of the samples that are kept, the earliest first
    std::uint16_t free_[MPIMON_INTERVALS];   // items of those that are forgotten
    std::uint32_t item_count_;
    std::uint32_t kept_;
    std::uint32_t free_count_;
    std::uint64_t serial_;
    unsigned doublings_;
};

}  // namespace mpimon

#endif
