// Random numbers that are the same everywhere for the same seed.
#ifndef MPIMON_ANALYSIS_PLACEMENT_SEARCH_RANDOM_H
#define MPIMON_ANALYSIS_PLACEMENT_SEARCH_RANDOM_H

#include <cstdint>
#include <utility>
#include <vector>

namespace mpimon::placement {

// SplitMix64: S. Vigna, https://prng.di.unimi.it/splitmix64.c, in the public domain.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t word = state_ += UINT64_C(0x9e3779b97f4a7c15);
        word = (word ^ word >> 30U) * UINT64_C(0xbf58476d1ce4e5b9);
        word = (word ^ word >> 27U) * UINT64_C(0x94d049bb133111eb);
        return word ^ word >> 31U;
    }
    // A number from 0 to limit - 1.
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>((next() >> 32U) * limit >> 32U); }
    // A number from 0 to less than 1.
    double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

    template <class Item>
    void shuffle(std::vector<Item> &items) {
        for (auto left = static_cast<uint32_t>(items.size()); left > 1; --left)
            std::swap(items[left - 1], items[below(left)]);
    }

  private:
    uint64_t state_;
};

}  // namespace mpimon::placement

#endif
