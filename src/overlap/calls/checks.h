// Whether a message may be asynchronous, whatever way it goes.
#ifndef MPIMON_OVERLAP_CHECKS_H
#define MPIMON_OVERLAP_CHECKS_H

#include "../messages/half.h"
#include "../messages/message.h"

namespace mpimon::overlap {

// What a call does with the memory of its messages.
struct Manner {
    bool is_open;     // it stays open to the program
    bool is_checked;  // and so it was, and well, when the chain came before
};

// Why a message is to stay synchronous, or kNone. What is complete ends.
Reason check(const Message &message, const Half &half, Comm comm);

// Whether a call that was checked before may do without.
bool can_do_without_check(const Message &received, const Status *status);

}  // namespace mpimon::overlap

#endif
