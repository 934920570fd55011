#include "checks.h"

#include "../chains/chains.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../sites.h"
#include "../start.h"
#include "own_operations.h"
#include "status.h"

namespace mpimon::overlap {

namespace {

// Asked once for both halves of an exchange, since it may take a system call.
bool has_threads_in_call() {
    static std::uint64_t asked_in;
    static bool has;
    if (asked_in != this_call.number) {
        asked_in = this_call.number;
        has = has_threads();
    }
    return has;
}

}  // namespace

Reason check(const Message &message, const Half &half, Comm comm) {
    if (message.bytes == 0 || static_cast<std::int64_t>(message.bytes) < settings().min_bytes)
        return Reason::kSmall;
    if (has_threads_in_call())
        return Reason::kThreads;
    if (!is_within_chain() || !has_room())
        end_completed();
    if (!has_room())
        return Reason::kFull;
    return check_envelope(half.peer, half.tag, comm);
}

bool can_do_without_check(const Message &received, const Status *status) {
    return !has_threads_in_call() && has_room() && !has_own_operations() &&
           (status == status_ignore() || can_promise(received.bytes));
}

}  // namespace mpimon::overlap
