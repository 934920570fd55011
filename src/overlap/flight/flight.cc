#include "flight.h"

#include <atomic>

#include "../chains/chains.h"
#include "../chains/choice.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/copies.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../signals/system_call.h"
#include "../sites.h"
#include "../threads/threads.h"
#include "helper.h"
#include "pieces.h"
#include "transport.h"

namespace mpimon::overlap {

namespace {

constexpr Group kNoGroup = 0;                                     // of a copied send: no page waits for it
constexpr std::uintptr_t kWidest = 64;                            // an access of so many bytes is told by its first one
constexpr int kTestsInTurn = 16;                                  // before others may have the core
constexpr std::int64_t kSoon = 1'000'000'000, kEver = INT64_MAX;  // nanoseconds

struct Transfer {
    Request request;
    Group group;
    void *copy;         // of what is sent; null: it is sent from where it is
    std::size_t bytes;  // of the copy, or of the message that is received
    Token token;
    Footprint footprint;  // of a receive, or of an open send
    bool is_open;
    bool is_send;  // and open
    Call call;
    std::int64_t started;
    bool is_told;  // the helper is, when there is something to do for it
};

Transfer transfers[kMostTransfers];
int count;
int untold;  // of these
int open;    // of these
Group last_group;
std::uint64_t looked_in;  // the number of the call in which it was looked for what is complete
std::int64_t needed;      // since when the program has waited for what is tested

bool is_last_of_call(const Transfer &transfer) {
    for (int i = 0; i < count; i++)
        if (transfers[i].request != kRequestNull && transfers[i].call.number == transfer.call.number)
            return false;
    return true;
}

void end(Transfer *transfer, const Status &status) {
    transfer->request = kRequestNull;
    counters[MPIMON_OVERLAP_WAITS_SAVED]++;
    if (transfer->token)
        keep_promise(transfer->token, transfer->bytes, status);
    if (is_last_of_call(*transfer))
        transfer->call.site->meanwhile += needed - transfer->started;
}

// Ends the transfers that are complete. One call tests all of them, since each call makes progress. The caller has a
// section.
void test() {
    int asked = 0, done = 0;
    int positions[kMostTransfers], indices[kMostTransfers];
    Request requests[kMostTransfers];
    Status statuses[kMostTransfers];
    for (int i = 0; i < count; i++)
        if (transfers[i].request != kRequestNull) {
            positions[asked] = i;
            requests[asked++] = transfers[i].request;
        }
    if (asked > 0)
        library.testsome(asked, requests, &done, indices, statuses);
    for (int i = 0; i < done; i++)
        end(&transfers[positions[indices[i]]], statuses[i]);
}

// Forgets transfers that are complete, and brings home the pages of groups without any left. The caller
// has a section.
void end_complete_transfers() {
    for (int i = count - 1; i >= 0; i--) {
        if (transfers[i].request != kRequestNull)
            continue;
        if (transfers[i].copy)
            return_copy(transfers[i].copy, transfers[i].bytes);
        untold -= !transfers[i].is_told;
        open -= transfers[i].is_open;
        transfers[i] = transfers[--count];
    }
    const auto is_left = [](Group group) {
        for (int i = 0; i < count; i++)
            if (transfers[i].group == group)
                return true;
        return false;
    };
    for (int i = 0; i < piece_count(); i++)
        if (!is_left(piece(i).group)) {
            bring_home(piece(i).group);
            i = -1;  // pieces have changed
        }
    help_with(count - open, untold);
}

// Whoever sent or received what came last was waited for. A signal's handler that came meanwhile has noted its own
// wait, since `waited_before` was all.
void note_wait(Site *site, std::int64_t begun, std::int64_t waited_before) {
    const std::int64_t waited = now() - begun - (waited_in_call - waited_before);
    waited_in_call += waited;
    if (site)
        site->waited += waited;
}

// Tests until all transfers that match are complete, for a while. Returns whether they are; `site` is that of one that
// came to its end in a later test than the first one, if `waited`. The caller has a section.
template <typename Matches>
bool test_in_turn(Matches matches, Site **site, bool *waited) {
    bool done = false;
    for (int tests = 0; tests < kTestsInTurn && !done; tests++) {
        test();
        done = true;
        for (int i = 0; i < count; i++) {
            if (!matches(transfers[i].group))
                continue;
            if (transfers[i].request == kRequestNull) {
                *site = transfers[i].call.site;
                counters[MPIMON_OVERLAP_WAITS_SAVED] -= *waited;
            } else {
                done = false;
            }
        }
        *waited = true;
        end_complete_transfers();
    }
    return done;
}

// Between two turns the program's signal handlers run, which may complete transfers, too.
template <typename Matches>
void complete(Matches matches, std::int64_t patience = kEver) {
    const std::int64_t begun = now(), waited_before = waited_in_call;
    Site *site = nullptr;
    bool waited = false;
    leave_to_program(true);
    bool done = false;
    while (!done && now() - begun < patience) {
        {
            const Section section(Section::Pages::kStay);
            needed = begun;
            done = test_in_turn(matches, &site, &waited);
        }
        if (!done)
            system_call(SYS_sched_yield);
    }
    leave_to_program(false);
    note_wait(site, begun, waited_before);
}

int send(const Half &data, Comm comm, Request *request) {
    return library.isend(data.buffer, data.count, data.type, data.peer, data.tag, comm, request);
}

// The program is about to wait for open ones itself, so the helper need not look after these.
void add(const Transfer &transfer, Comm comm, int peer) {
    Transfer &added = transfers[count++];
    added = transfer;
    added.call = this_call;
    added.started = now();
    added.is_told = added.is_open || is_told_of(comm, peer);
    open += added.is_open;
    untold += !added.is_told;
    if (!added.is_open)
        help_with(count - open, untold);
}

// The group of a piece that matches, or none.
template <typename Matches>
Group find_group(Matches matches) {
    const PagesHeld held;
    for (int i = 0; i < piece_count(); i++)
        if (matches(piece(i)))
            return piece(i).group;
    return kNoGroup;
}

// In what order pages come back does not matter, so the pieces are looked at anew after each.
template <typename Matches>
void complete_pieces(Matches matches) {
    if (is_other_thread()) {
        while (find_group(matches) != kNoGroup)
            be_helped();
        return;
    }
    if (!count || !on_program_thread || in_section())
        return;
    while (const Group wanted = find_group(matches))
        complete([wanted](Group group) { return group == wanted; });
}

// The group of a receive into some of these bytes, or of an open send of some; or none.
Group find_overlapping(const Footprint &footprint, bool is_send) {
    const Exclusive exclusive;
    for (int i = 0; i < count; i++)
        if (transfers[i].is_send == is_send && transfers[i].footprint.count &&
            overlap(transfers[i].footprint, footprint))
            return transfers[i].group;
    return kNoGroup;
}

void complete_overlapping(const Footprint &footprint, bool is_send) {
    while (const Group wanted = find_overlapping(footprint, is_send))
        complete([wanted](Group group) { return group == wanted; });
}

// How long another thread of the program's waits for a page is the wait for one of the messages that are on it. Of
// several that wait at once, the first one's time counts.
void complete_for_other_thread(const Range &accessed) {
    static std::atomic<int> waiting;
    const std::int64_t begun = now();
    const bool is_first = waiting.fetch_add(1) == 0;
    const auto matches = [&accessed](const Piece &piece) { return piece.home.meets(accessed); };
    Site *site = nullptr;
    {
        const Exclusive exclusive;
        const Group group = find_group(matches);
        for (int i = 0; i < count; i++)
            if (transfers[i].group == group)
                site = transfers[i].call.site;
    }
    complete_pieces(matches);
    const Exclusive exclusive;
    if (site && is_first)
        site->waited += now() - begun;
    waiting.fetch_sub(1);
    note_wait_of_other_thread();
}

// Makes one group of `group` and all that have a page in the range.
void join(const Range &pages, Group group) {
    for (int i = 0; i < piece_count(); i++)
        if (piece(i).home.meets(pages) && piece(i).group != group) {
            const Group old = piece(i).group;
            rename_group(old, group);
            for (int j = 0; j < count; j++)
                if (transfers[j].group == old)
                    transfers[j].group = group;
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

bool is_anything_protected() {
    return piece_count() > 0;
}

bool is_anything_open() {
    return open > 0;
}

Range range_under_way() {
    Range all = {0, 0};
    const auto add = [&all](const Range &range) { all = all.bytes() ? all.hull(range) : range; };
    for (int i = 0; i < count; i++)
        if (transfers[i].is_open)
            add(transfers[i].footprint.range);
    for (int i = 0; i < piece_count(); i++)
        add(piece(i).home);
    return all;
}

bool is_open_to(const Range &range, bool write) {
    for (int i = 0; i < count; i++)
        if (transfers[i].is_open && (write || !transfers[i].is_send) && transfers[i].footprint.range.meets(range))
            return true;
    return false;
}

bool has_room() {
    return count + 2 <= kMostTransfers && piece_count() + 8 <= kMostPieces;
}

bool is_protected(const Range &range) {
    return find_group([range](const Piece &piece) { return piece.home.meets(range); }) != kNoGroup;
}

void complete_all() {
    if (is_other_thread())
        complete_protected();
    else if (count && on_program_thread && !in_section())
        complete([](Group) { return true; });
}

void complete_soon() {
    const std::int64_t begun = now();
    if (is_other_thread())
        while (is_anything_protected() && now() - begun < kSoon)
            be_helped();
    else if (count && on_program_thread && !in_section())
        complete([](Group) { return true; }, kSoon);
}

void complete_protected() {
    if (is_other_thread())
        complete_pieces([](const Piece &) { return true; });
    else if (count && on_program_thread && !in_section())
        complete([](Group group) { return group != kNoGroup; });
}

void complete_meeting(const Range &range) {
    complete_pieces([pages = range.pages()](const Piece &piece) { return piece.home.meets(pages); });
}

void complete_overlapping(const Footprint &footprint) {
    complete_overlapping(footprint, false);
}

void complete_open_sends(const Footprint &footprint) {
    if (open)
        complete_overlapping(footprint, true);
}

void complete_read_only(const Range &range) {
    complete_pieces([pages = range.pages()](const Piece &piece) {
        return piece.how == Taken::kReadOnly && piece.home.meets(pages);
    });
}

bool complete_at(std::uintptr_t address) {
    const Range accessed = {address, address + kWidest};
    if (!is_protected(accessed))
        return false;
    __atomic_fetch_add(&counters[MPIMON_OVERLAP_FAULTS], 1, __ATOMIC_RELAXED);
    if (is_other_thread()) {
        complete_for_other_thread(accessed);
        return true;
    }
    begin_to_wait();
    complete_pieces([accessed](const Piece &piece) { return piece.home.meets(accessed); });
    return true;
}

void end_completed() {
    if (!count || looked_in == this_call.number)
        return;
    looked_in = this_call.number;
    const Section section;
    needed = now();
    test();
    end_complete_transfers();
}

// The helper is in no call of the program's, so its system calls are let through.
void end_completed_for_others() {
    const Exclusive exclusive;
    if (!count)
        return;
    needed = now();
    test();
    end_complete_transfers();
    stop_system_calls(is_anything_protected());
}

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
    const Group group = ++last_group;
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
    const Group group = ++last_group;
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
    add({request, ++last_group, nullptr, 0, 0, footprint, true, true, {}, 0, true}, comm, data.peer);
    return Reason::kNone;
}

Reason start_open_receive(const Footprint &footprint, const Half &data, Comm comm, Token token, std::size_t bytes) {
    const Section section(Section::Pages::kStay);
    Request request;
    if (library.irecv(const_cast<void *>(data.buffer), data.count, data.type, data.peer, data.tag, comm, &request) !=
        kSuccess)
        return Reason::kErrors;
    add({request, ++last_group, nullptr, bytes, token, footprint, true, false, {}, 0, true}, comm, data.peer);
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
        if (piece_count() && take(pages, distance, ++last_group) == Reason::kNone)
            return distance;
    }
    complete_meeting(range);
    return 0;
}

void send_and_wait(const Half &data, Comm comm) {
    const Group group = ++last_group;
    {
        const Section section;
        Request request;
        if (send(data, comm, &request) != kSuccess)
            return;
        add({request, group, nullptr, 0, 0, {}, false, false, {}, 0, false}, comm, data.peer);
    }
    complete([group](Group other) { return other == group; });
}

}  // namespace mpimon::overlap
