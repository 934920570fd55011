// Pages taken from the program: pieces that were protected at once, and come back at once.
#ifndef MPIMON_OVERLAP_PIECES_H
#define MPIMON_OVERLAP_PIECES_H

#include <cstdint>

#include "../memory/pages.h"
#include "flight.h"

namespace mpimon::overlap {

using Group = std::uint64_t;  // never the same one again

enum class Taken { kReadOnly, kClosed, kMovedAway };

struct Piece {
    Range home;
    Taken how;
    std::ptrdiff_t distance;  // to where its pages are; 0: at home
    Group group;
};

constexpr int kMostPieces = 128;

inline int piece_count() {
    return pieces_away;
}
const Piece &piece(int index);

// Finds how far from these pages the library will have them, if they are taken away from the program now: 0 where pages
// are closed by a key of the processor. False where the pages cannot be taken.
bool find_distance(const Range &pages, std::ptrdiff_t *distance);

// Each is false where the kernel refuses, and then nothing has changed.
bool make_read_only(const Range &pages, Group group);
bool take_away(const Range &pages, std::ptrdiff_t distance, Group group);

void rename_group(Group group, Group name);

// Gives the program all pages of the group.
void bring_home(Group group);

}  // namespace mpimon::overlap

#endif
