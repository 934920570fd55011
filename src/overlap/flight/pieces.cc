#include "pieces.h"

#include <sys/mman.h>

#include <fcntl.h>

#include <cstdlib>
#include <cstring>

#include "../counters.h"
#include "../memory/areas.h"
#include "../memory/keys.h"
#include "../say.h"
#include "../signals/section.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

int pieces_away;

namespace {

Piece pieces[kMostPieces];

bool protect(std::uintptr_t begin, std::size_t bytes, int protection) {
    return !is_error(system_call(SYS_mprotect, begin, bytes, protection));
}

// What was mapped there before goes. The mapping that the pages leave stays, empty: nobody else may get the addresses.
bool move(std::uintptr_t from, std::size_t bytes, std::uintptr_t to) {
    return !is_error(system_call(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to));
}

constexpr int kTimes = 64;  // so often the kernel is asked for what there is no way without

[[noreturn]] void end_without_mappings() {
    say("libmpimon_overlap: the kernel has no room for more mappings; raise vm.max_map_count");
    std::abort();
}

// Into pages that stay protected, since a thread that looks would find them without their content.
bool copy_unseen(std::uintptr_t from, std::size_t bytes, std::uintptr_t to) {
    const long file = system_call(SYS_open, "/proc/self/mem", O_WRONLY | O_CLOEXEC);
    const bool done = !is_error(file) && system_call(SYS_pwrite64, file, from, bytes, to) == static_cast<long>(bytes);
    if (!is_error(file))
        system_call(SYS_close, file);
    return done;
}

void open_home(const Range &home) {
    for (int i = 0; i < kTimes; i++)
        if (protect(home.begin, home.bytes(), PROT_READ | PROT_WRITE))
            return;
    end_without_mappings();
}

// Where the kernel cannot move pages back any more, their content is copied.
void move_back(const Range &home, std::ptrdiff_t distance) {
    const std::uintptr_t away = home.begin + distance;
    if (move(away, home.bytes(), home.begin))
        return;
    const bool is_copied = is_shared() && copy_unseen(away, home.bytes(), home.begin);
    open_home(home);
    if (!is_copied)
        std::memcpy(reinterpret_cast<void *>(home.begin), reinterpret_cast<void *>(away), home.bytes());
}

void restore(const Piece &piece) {
    switch (piece.how) {
        case Taken::kReadOnly:
            return open_home(piece.home);
        case Taken::kClosed:
            return open_pages(piece.home);
        case Taken::kMovedAway:
            return move_back(piece.home, piece.distance);
    }
}

// It is cheaper to protect a mapping that is empty.
bool move_away(const Range &home, std::ptrdiff_t distance) {
    if (!move(home.begin, home.bytes(), home.begin + distance))
        return false;
    if (protect(home.begin, home.bytes(), PROT_NONE))
        return true;
    move_back(home, distance);
    return false;
}

// A thread that looked between those two steps would find zeros. So here the pages are protected first, and their
// alias is opened afterwards.
bool move_away_unseen(const Range &home, std::ptrdiff_t distance) {
    const std::uintptr_t away = home.begin + distance;
    if (!protect(home.begin, home.bytes(), PROT_NONE))
        return false;
    if (!move(home.begin, home.bytes(), away)) {
        open_home(home);
        return false;
    }
    for (int i = 0; i < kTimes; i++)
        if (protect(away, home.bytes(), PROT_READ | PROT_WRITE))
            return true;
    end_without_mappings();
}

}  // namespace

const Piece &piece(int index) {
    return pieces[index];
}

bool find_distance(const Range &pages, std::ptrdiff_t *distance) {
    if (!have_keys() || is_shared())
        return find_alias(pages, distance);
    *distance = 0;
    return is_known(pages);
}

bool make_read_only(const Range &pages, Group group) {
    if (pieces_away == kMostPieces)
        return false;
    forget_keys(pages);
    if (!protect(pages.begin, pages.bytes(), PROT_READ))
        return false;
    pieces[pieces_away++] = {pages, Taken::kReadOnly, 0, group};
    return true;
}

bool take_away(const Range &pages, std::ptrdiff_t distance, Group group) {
    if (pieces_away == kMostPieces)
        return false;
    if (distance == 0 ? !close_pages(pages)
                      : !(is_shared() ? move_away_unseen(pages, distance) : move_away(pages, distance)))
        return false;
    pieces[pieces_away++] = {pages, distance == 0 ? Taken::kClosed : Taken::kMovedAway, distance, group};
    counters[MPIMON_OVERLAP_MOVED_PAGES] += pages.bytes() / kPage;
    return true;
}

void rename_group(Group group, Group name) {
    for (int i = 0; i < pieces_away; i++)
        if (pieces[i].group == group)
            pieces[i].group = name;
}

void bring_home(Group group) {
    const PagesHeld held;
    for (int i = pieces_away - 1; i >= 0; i--)
        if (pieces[i].group == group) {
            restore(pieces[i]);
            pieces[i] = pieces[--pieces_away];
        }
}

}  // namespace mpimon::overlap
