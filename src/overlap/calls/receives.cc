#include "receives.h"

#include "../flight/flight.h"
#include "../memory/areas.h"
#include "own_operations.h"
#include "status.h"

namespace mpimon::overlap {

namespace {

constexpr std::size_t kLargestChain = std::size_t{64} << 20;

Range expected;  // until the chain's first receive

Range pages_for(const Range &range) {
    const Range pages = range.pages(), all = expected.pages();
    if (!all.holds(pages) || all.bytes() > kLargestChain || !is_known(all))
        return pages;
    expected = {0, 0};
    complete_read_only(all);
    return all;
}

}  // namespace

// It is written at once, so it must not be where an earlier message is yet to come, or is sent from.
void complete_where(const Status *status) {
    if (!is_anything_open() || status == status_ignore())
        return;
    const auto begin = reinterpret_cast<std::uintptr_t>(status);
    complete_all_overlapping({{begin, begin + sizeof *status}, nullptr, begin, 1, sizeof *status});
}

void receive_from_nobody(Status *status) {
    if (status != status_ignore())
        *status = status_of_nobody(*status);
}

void expect_receives(const Range &pages) {
    expected = pages;
}

void expect_no_receives_into(const Range &pages) {
    if (expected.pages().meets(pages))
        expected = {0, 0};
}

// Pages that are read only are not to go away.
Reason Receive::prepare() {
    if (manner_.is_checked)
        return Reason::kNone;
    const Reason why = check(message_, half_, comm_);
    if (why != Reason::kNone)
        return why;
    if (status_ != status_ignore() && (half_.tag < 0 || !can_promise(message_.bytes)))
        return Reason::kStatus;
    if (has_own_operations())
        return Reason::kOutstanding;
    complete_where(status_);
    complete_read_only(message_.range());
    complete_all_overlapping(message_.footprint);
    return manner_.is_open && !is_known(message_.range().pages()) ? Reason::kMemory : Reason::kNone;
}

// What is known of the status is written before its page may go away, too.
Reason Receive::start() {
    const Token token = status_ == status_ignore() ? 0 : promise(status_, half_.peer, half_.tag, message_.bytes);
    if (manner_.is_open)
        return start_open_receive(message_.footprint, half_, comm_, token, message_.bytes);
    return start_receive(message_.footprint, pages_for(message_.range()), half_, comm_, token, message_.bytes);
}

}  // namespace mpimon::overlap
