/*
 * A number of which nothing can be told by the one that it is made of: the last steps of SplitMix64 (Steele, Lea,
 * Flood: Fast splittable pseudorandom number generators, 2014). Different words give different numbers.
 */
#ifndef MPIMON_ENGINE_MIXED_H
#define MPIMON_ENGINE_MIXED_H

#include <stdint.h>

static inline uint64_t mpimon_mixed(uint64_t word) {
    word *= UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

#endif
