// What a call says of a message: where it is in memory, and whether the call may be asynchronous at all.
#ifndef MPIMON_OVERLAP_MESSAGE_H
#define MPIMON_OVERLAP_MESSAGE_H

#include "../counters.h"
#include "footprint.h"
#include "half.h"

namespace mpimon::overlap {

struct Message {
    Footprint footprint;
    std::size_t bytes;  // of data
    bool is_whole;      // no byte of the range is without data
    Address first;      // from the buffer's address to the range

    const Range &range() const { return footprint.range; }
};

struct Messages {
    Message sent;
    Message received;
};

// Without bytes where the call has no such side, or it is nobody's.
Message describe(const Half &half);

// Whether an error in a call on this communicator ends the job, so nobody has to be told of one later. Asking for the
// facts of a datatype that is none may be such an error.
bool are_errors_fatal(Comm comm);

// Whether a message to or from `peer` on such a communicator may be asynchronous, or why not.
Reason check_envelope(int peer, int tag, Comm comm);

// What is known of datatypes and communicators may have changed. Nothing may be under way.
void forget_handles();

// Another number each time that it may have changed; never 0.
std::uint64_t handles_age();

}  // namespace mpimon::overlap

#endif
