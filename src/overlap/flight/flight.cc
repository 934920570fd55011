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
#include "transfers.h"
#include "transport.h"

namespace mpimon::overlap {

int open_transfers;

namespace {

constexpr std::uintptr_t kWidest = 64;                            // an access of so many bytes is told by its first one
constexpr int kTestsInTurn = 16;                                  // before others may have the core
constexpr std::int64_t kSoon = 1'000'000'000, kEver = INT64_MAX;  // nanoseconds

Transfer transfers[kMostTransfers];
int count;
int untold;  // of these
Group last_group;
std::uint64_t looked_in;  // the number of the call in which it was looked for what is complete
std::int64_t needed;      // since when the program has waited for what is tested
std::atomic<std::int64_t> longest_meanwhile;

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
    if (!is_last_of_call(*transfer))
        return;
    const std::int64_t meanwhile = needed - transfer->started;
    transfer->call.site->meanwhile += meanwhile;
    if (meanwhile > longest_meanwhile.load(std::memory_order_relaxed))
        longest_meanwhile.store(meanwhile, std::memory_order_relaxed);
}

// Ends the transfers that are complete, and returns whether there are any. One call tests all of them, since each call
// makes progress. The caller has a section.
bool test() {
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
    return done > 0;
}

// Whoever sent or received what came last was waited for. A signal's handler that came meanwhile has noted its own
// wait, since `waited_before` was all.
void note_wait(Site *site, std::int64_t begun, std::int64_t waited_before) {
    const std::int64_t waited = now() - begun - (waited_in_call - waited_before);
    waited_in_call += waited;
    if (site)
        site->waited += waited;
}

// Whether all transfers that match are complete. `site` becomes that of one that is, and was not in an earlier test, of
// which there was one if `waited`.
template <typename Matches>
bool are_complete(Matches matches, Site **site, bool waited) {
    bool are = true;
    for (int i = 0; i < count; i++) {
        if (!matches(transfers[i].group))
            continue;
        if (transfers[i].request == kRequestNull) {
            *site = transfers[i].call.site;
            counters[MPIMON_OVERLAP_WAITS_SAVED] -= waited;
        } else {
            are = false;
        }
    }
    return are;
}

// Tests until all transfers that match are complete, for a while. Returns whether they are. The caller has a section.
template <typename Matches>
bool test_in_turn(Matches matches, Site **site, bool *waited) {
    bool done = false;
    for (int tests = 0; tests < kTestsInTurn && !done; tests++) {
        const bool is_first = tests == 0;  // others may have ended some meanwhile
        if (test() || is_first) {
            done = are_complete(matches, site, *waited);
            end_complete_transfers();
        }
        *waited = true;
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
    while (!done && (patience == kEver || now() - begun < patience)) {
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
        complete_group(wanted);
}

// The group of a receive into some of these bytes, or of an open send of some if `sends`; or none.
Group find_overlapping(const Footprint &footprint, bool sends) {
    const Exclusive exclusive;
    for (int i = 0; i < count; i++)
        if (transfers[i].footprint.count && (sends || !transfers[i].is_send) &&
            overlap(transfers[i].footprint, footprint))
            return transfers[i].group;
    return kNoGroup;
}

void complete_overlapping(const Footprint &footprint, bool sends) {
    while (const Group wanted = find_overlapping(footprint, sends))
        complete_group(wanted);
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

}  // namespace

// The program is about to wait for open ones itself, so the helper need not look after these.
void add(const Transfer &transfer, Comm comm, int peer) {
    Transfer &added = transfers[count++];
    added = transfer;
    added.call = this_call;
    added.started = this_call.begun + waited_in_call;
    added.is_told = added.is_open || is_told_of(comm, peer);
    open_transfers += added.is_open;
    untold += !added.is_told;
    if (!added.is_open)
        help_with(count - open_transfers, untold);
}

Group new_group() {
    return ++last_group;
}

void rename_transfers(Group group, Group name) {
    for (int i = 0; i < count; i++)
        if (transfers[i].group == group)
            transfers[i].group = name;
}

void complete_group(Group wanted) {
    complete([wanted](Group group) { return group == wanted; });
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
        open_transfers -= transfers[i].is_open;
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
    help_with(count - open_transfers, untold);
}

std::int64_t take_longest_meanwhile() {
    return longest_meanwhile.exchange(0, std::memory_order_relaxed);
}

Range range_under_way() {
    Range all = {0, 0};
    for (int i = 0; i < count; i++)
        if (transfers[i].is_open)
            all = all.hull(transfers[i].footprint.range);
    for (int i = 0; i < piece_count(); i++)
        all = all.hull(piece(i).home);
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

void complete_all_overlapping(const Footprint &footprint) {
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

}  // namespace mpimon::overlap
