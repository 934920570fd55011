#include "checks.h"

#include "../chains/chains.h"
#include "../flight/flight.h"
#include "../start.h"

namespace mpimon::overlap {

Reason check(const Message &message, const Half &half, Comm comm) {
    if (message.bytes == 0 || static_cast<std::int64_t>(message.bytes) < settings().min_bytes)
        return Reason::kSmall;
    if (has_threads())
        return Reason::kThreads;
    if (!is_within_chain() || !has_room())
        end_completed();
    if (!has_room())
        return Reason::kFull;
    return check_envelope(half.peer, half.tag, comm);
}

}  // namespace mpimon::overlap
