// Transfers under way, and the pages that they have taken from the program until they end.
//
// A page is away while it is received into, and the program finds none: it is at its alias, or is closed by a key of
// the processor. Or it is read only while it is sent. Transfers that share pages make a group, which ends together: a
// page comes back when all of them are complete.
#ifndef MPIMON_OVERLAP_FLIGHT_H
#define MPIMON_OVERLAP_FLIGHT_H

#include "../calls/status.h"
#include "../counters.h"
#include "../memory/pages.h"
#include "../messages/footprint.h"
#include "../messages/half.h"
#include "../mpich_abi.h"

namespace mpimon::overlap {

constexpr int kMostTransfers = 64;

// In how many pieces the program has to do without its pages.
extern int pieces_away;

// Whether it has to do without any.
inline bool is_anything_protected() {
    return pieces_away > 0;
}

// How many messages are under way in memory that is open to the program (start_open_send, start_open_receive).
extern int open_transfers;

inline bool is_anything_open() {
    return open_transfers > 0;
}

// How long at most, in nanoseconds, the program went on before it needed what a call had under way, or until all of it
// was seen to be complete; of those calls that ended since this was asked last.
std::int64_t take_longest_meanwhile();

// A range that holds all that is protected or under way in open memory.
Range range_under_way();

// Whether the program must not touch these addresses because of that: where they are sent from, it may still read.
bool is_open_to(const Range &range, bool write);

// Whether any of these addresses is of a page that is away or read only.
bool is_protected(const Range &range);

// Each waits for the transfers that it says, and for those of their groups; another thread of the program's only for
// those that have pages.
void complete_all();
void complete_soon();                                       // but for no longer than a second: the process is to end
void complete_protected();                                  // leaves copied sends alone
void complete_overlapping(const Footprint &footprint);      // receives into any of these bytes
void complete_all_overlapping(const Footprint &footprint);  // these, and open sends of any of these bytes
void complete_meeting(const Range &range);                  // whose pages meet this range's pages
void complete_read_only(const Range &range);                // the same, of sends
bool complete_at(std::uintptr_t address);                   // false if no page of a transfer is there

// Ends what is complete already: in a call of the program's, once for each; or on behalf of another thread.
void end_completed();
void end_completed_for_others();

// A send of a copy of so many bytes, which then is the transfer's.
Reason start_copied_send(void *copy, std::size_t bytes, const Half &data, Comm comm);

// A send in place, of memory that becomes read only. No page of the range may be protected.
Reason start_send(const Range &range, const Half &data, Comm comm);

// A receive of at most `bytes`. All of `pages` goes away, which hold it. `token` is its status's, or 0. No page may be
// read only, and no other receive into the same bytes under way.
Reason start_receive(const Footprint &footprint, const Range &pages, const Half &data, Comm comm, Token token,
                     std::size_t bytes);

// The same, whose pages stay as they are, open to the program: whoever starts them knows that it touches none of these
// bytes until they are complete.
Reason start_open_send(const Footprint &footprint, const Half &data, Comm comm);
Reason start_open_receive(const Footprint &footprint, const Half &data, Comm comm, Token token, std::size_t bytes);

// How far from this range its bytes can be read, though some of its pages may be away. No receive into these bytes may
// be under way. It may wait, and take more pages away.
std::ptrdiff_t reach(const Range &range);

// A send of memory that is not protected, while others go on; returns when it is complete.
void send_and_wait(const Half &data, Comm comm);

// Whether there is room for a call's transfers.
bool has_room();

}  // namespace mpimon::overlap

#endif
