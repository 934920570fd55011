// The matrix of pairs in few bytes, for the page.
#ifndef MPIMON_COMMANDS_HTML_PAIR_COLUMNS_H
#define MPIMON_COMMANDS_HTML_PAIR_COLUMNS_H

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/summary/summary.h"

namespace mpimon {

// One matrix of several over the same pairs of ranks.
struct PairLayer {
    enum Show { kSent, kReceived, kAsked, kWaiting } show = kSent;
    mpimon_class traffic_class = MPIMON_CLASS_P2P;  // of waiting: of whatever class
};

const char *layer_name(PairLayer::Show show);

/*
 * A sequence of numbers, each in groups of seven bits, the lowest first; all but the last have the highest bit set.
 * Signed ones are 2n, or -2n - 1 where they are negative. First, for each rank of the world: of how many pairs it is
 * the row; then each pair's column as the difference from that before it, or from the row for the first one, signed.
 * Then for each layer the messages of all pairs, and after these the bytes of all pairs; what is received as the
 * difference from what is sent of the same class, signed. Waiting has no messages, and nanoseconds in place of bytes.
 * Of two profiles, the pairs of the first one follow those of the second.
 */
struct PairColumns {
    std::vector<PairLayer> layers;
    size_t pairs = 0;
    std::string bytes;
    bool too_many = false;       // then there is nothing else: a page cannot hold them
    bool without_asked = false;  // too many pairs of these
};

// Pairs of different ranks of the world.
PairColumns pair_columns(const Profile &profile, const Summary &summary);

}  // namespace mpimon

#endif
