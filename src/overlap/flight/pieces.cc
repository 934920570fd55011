#include "pieces.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../counters.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

namespace {

Piece pieces[kMostPieces];
int count;

bool protect(std::uintptr_t begin, std::size_t bytes, int protection) {
    return !is_error(system_call(SYS_mprotect, begin, bytes, protection));
}

// What was mapped there before goes. The mapping that the pages leave stays, empty: nobody else may get the addresses.
bool move(std::uintptr_t from, std::size_t bytes, std::uintptr_t to) {
    return !is_error(system_call(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to));
}

// Where the kernel cannot move pages back any more, their content is copied.
void restore(const Piece &piece) {
    const std::size_t bytes = piece.home.bytes();
    const std::uintptr_t away = piece.home.begin + piece.distance;
    if (piece.distance && move(away, bytes, piece.home.begin))
        return;
    if (!protect(piece.home.begin, bytes, PROT_READ | PROT_WRITE)) {
        std::fputs("libmpimon_overlap: the kernel has no room for more mappings; raise vm.max_map_count\n", stderr);
        std::abort();
    }
    if (piece.distance)
        std::memcpy(reinterpret_cast<void *>(piece.home.begin), reinterpret_cast<void *>(away), bytes);
}

}  // namespace

int piece_count() {
    return count;
}

const Piece &piece(int index) {
    return pieces[index];
}

bool make_read_only(const Range &pages, Group group) {
    if (count == kMostPieces || !protect(pages.begin, pages.bytes(), PROT_READ))
        return false;
    pieces[count++] = {pages, 0, group};
    return true;
}

// Nobody else looks at the pages between the two steps, and it is cheaper to protect a mapping that is empty.
bool move_away(const Range &pages, std::ptrdiff_t distance, Group group) {
    const std::size_t bytes = pages.bytes();
    const std::uintptr_t away = pages.begin + distance;
    if (count == kMostPieces || !move(pages.begin, bytes, away))
        return false;
    if (!protect(pages.begin, bytes, PROT_NONE)) {
        restore({pages, distance, group});
        return false;
    }
    pieces[count++] = {pages, distance, group};
    counters[MPIMON_OVERLAP_MOVED_PAGES] += bytes / kPage;
    return true;
}

void rename_group(Group group, Group name) {
    for (int i = 0; i < count; i++)
        if (pieces[i].group == group)
            pieces[i].group = name;
}

void bring_home(Group group) {
    for (int i = count - 1; i >= 0; i--)
        if (pieces[i].group == group) {
            restore(pieces[i]);
            pieces[i] = pieces[--count];
        }
}

}  // namespace mpimon::overlap
