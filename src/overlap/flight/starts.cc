// How transfers start, and take the pages that they need.
#include "../chains/chains.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/copies.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../threads/threads.h"
#include "flight.h"
#include "pieces.h"
#include "transfers.h"

namespace mpimon::overlap {

namespace {

int send(const Half &data, Comm comm, Request *request) {
    return library.isend(data.buffer, data.count, data.type, data.peer, data.tag, comm, request);
}

// Makes one group of `group` and all that have a page in the range.
void join(const Range &pages, Group group) {
    for (int i = 0; i < piece_count(); i++)
        if (piece(i).home.meets(pages) && piece(i).group != group) {
            const Group old = piece(i).group;
            rename_group(old, group);
            rename_transfers(old, group);
        }
}

// The first piece of the range's pages from `begin` on, or null.
const Piece *next_piece(std::uintptr_t begin, const Range &pages) {
    const Piece *first = nullptr;
    for (int i = 0; i < piece_count(); i++)
        if (piece(i).home.meets({begin, pages.end}) && (!first || piece(i).home.begin < first->home.begin))
            first = &piece(i);
    return first;
}

// Takes those pages of the range away that are not yet.
bool take_rest(const Range &pages, std::ptrdiff_t distance, Group group) {
    std::uintptr_t begin = pages.begin;
    while (begin < pages.end) {
        const Piece *next = next_piece(begin, pages);
        if (next && next->home.begin <= begin) {
            begin = next->home.end;
            continue;
        }
        const Range run = {begin, next ? next->home.begin : pages.end};
        if (!take_away(run, distance, group))
            return false;
        begin = run.end;
    }
    return true;
}

// Takes these pages, with those that are away already.
Reason take(const Range &pages, std::ptrdiff_t distance, Group group) {
    if (!let_kernel_look(true))
        return Reason::kKernel;
    const PagesHeld held;
    if (is_used_by_others(pages))
        return Reason::kThreads;
    join(pages, group);
    return take_rest(pages, distance, group) ? Reason::kNone : Reason::kKernel;
}

Reason take_for_sending(const Range &pages, Group group) {
    if (!let_kernel_look(true))
        return Reason::kKernel;
    const PagesHeld held;
    if (is_used_by_others(pages))
        return Reason::kThreads;
    return make_read_only(pages, group) ? Reason::kNone : Reason::kKernel;
}

}  // namespace

Reason start_copied_send(void *copy, std::size_t bytes, const Half &data, Comm comm) {
    const Section section;
    Request request;
    if (send(data, comm, &request) != kSuccess) {
        return_copy(copy, bytes);
        return Reason::kErrors;
    }
    add({request, kNoGroup, copy, bytes, 0, {}, false, false, {}, 0, false}, comm, data.peer);
    counters[MPIMON_OVERLAP_COPIED_BYTES] += bytes;
    return Reason::kNone;
}

Reason start_send(const Range &range, const Half &data, Comm comm) {
    const Section section;
    if (section.was_deaf())
        return Reason::kSignals;
    const Group group = new_group();
    const Reason why = take_for_sending(range.pages(), group);
    if (why != Reason::kNone)
        return why;
    Request request;
    if (send(data, comm, &request) != kSuccess) {
        bring_home(group);
        return Reason::kErrors;
    }
    add({request, group, nullptr, 0, 0, {}, false, false, {}, 0, false}, comm, data.peer);
    return Reason::kNone;
}

Reason start_receive(const Footprint &footprint, const Range &pages, const Half &data, Comm comm, Token token,
                     std::size_t bytes) {
    const auto stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::ptrdiff_t distance;
    const Section section;
    if (pages.holds(stack) || !find_distance(pages, &distance))
        return Reason::kMemory;
    if (section.was_deaf())
        return Reason::kSignals;
    const Group group = new_group();
    const Reason why = take(pages, distance, group);
    if (why != Reason::kNone) {
        end_complete_transfers();
        return why;
    }
    const Half away = moved(data, distance);
    Request request;
    if (library.irecv(const_cast<void *>(away.buffer), away.count, away.type, away.peer, away.tag, comm, &request) !=
        kSuccess) {
        end_complete_transfers();
        return Reason::kErrors;
    }
    add({request, group, nullptr, bytes, token, footprint, false, false, {}, 0, false}, comm, data.peer);
    return Reason::kNone;
}

Reason start_open_send(const Footprint &footprint, const Half &data, Comm comm) {
    const Section section(Section::Pages::kStay);
    Request request;
    if (send(data, comm, &request) != kSuccess)
        return Reason::kErrors;
    add({request, new_group(), nullptr, 0, 0, footprint, true, true, {}, 0, true}, comm, data.peer);
    return Reason::kNone;
}

Reason start_open_receive(const Footprint &footprint, const Half &data, Comm comm, Token token, std::size_t bytes) {
    const Section section(Section::Pages::kStay);
    Request request;
    if (library.irecv(const_cast<void *>(data.buffer), data.count, data.type, data.peer, data.tag, comm, &request) !=
        kSuccess)
        return Reason::kErrors;
    add({request, new_group(), nullptr, bytes, token, footprint, true, false, {}, 0, true}, comm, data.peer);
    return Reason::kNone;
}

std::ptrdiff_t reach(const Range &range) {
    const Range pages = range.pages();
    if (!find_group([pages](const Piece &piece) { return piece.distance && piece.home.meets(pages); }))
        return 0;
    complete_read_only(range);
    std::ptrdiff_t distance;
    if (find_alias(pages, &distance)) {
        const Section section;
        if (piece_count() && take(pages, distance, new_group()) == Reason::kNone)
            return distance;
    }
    complete_meeting(range);
    return 0;
}

void send_and_wait(const Half &data, Comm comm) {
    const Group group = new_group();
    {
        const Section section;
        Request request;
        if (send(data, comm, &request) != kSuccess)
            return;
        add({request, group, nullptr, 0, 0, {}, false, false, {}, 0, false}, comm, data.peer);
    }
    complete_group(group);
}

}  // namespace mpimon::overlap
