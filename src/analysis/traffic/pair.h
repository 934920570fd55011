// What two ranks send each other, class by class, and of which sizes.
#ifndef MPIMON_ANALYSIS_TRAFFIC_PAIR_H
#define MPIMON_ANALYSIS_TRAFFIC_PAIR_H

#include <cstdint>
#include <vector>

#include "analysis/traffic/traffic.h"

namespace mpimon {

// Traffic of one class in one direction; of one-sided traffic, what is written and what is read stand apart.
struct PairClass {
    mpimon_class traffic_class = MPIMON_CLASS_P2P;
    bool is_read = false;  // the target has read it
    Totals totals;
    uint64_t sized = 0;  // messages of which the detail `sizes` knows the size; never any of what is read
    Bins sizes = {};
};

// What goes from one rank to another, or to itself.
struct PairDirection {
    uint32_t source = 0;
    uint32_t target = 0;
    std::vector<PairClass> classes;  // with traffic
};

// Both directions between two ranks, or the one of a rank to itself.
std::vector<PairDirection> pair_directions(const Profile &profile, uint32_t a, uint32_t b, ClassSet classes);

}  // namespace mpimon

#endif
