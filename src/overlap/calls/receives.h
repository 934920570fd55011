// Receives that go on: their pages are away meanwhile, or open to a program that does not touch them.
#ifndef MPIMON_OVERLAP_RECEIVES_H
#define MPIMON_OVERLAP_RECEIVES_H

#include "../messages/half.h"
#include "../messages/message.h"
#include "checks.h"

namespace mpimon::overlap {

class Receive {
  public:
    // `message` is what `half` says; both outlive this. Where `manner` is open, its pages stay (start_open_receive).
    Receive(const Half &half, const Message &message, Comm comm, Status *status, Manner manner)
        : half_(half), message_(message), comm_(comm), status_(status), manner_(manner) {}

    // Both return why it is to stay synchronous, or kNone. prepare() may wait.
    Reason prepare();
    Reason start();

  private:
    const Half &half_;
    const Message &message_;
    const Comm comm_;
    Status *const status_;
    const Manner manner_;
};

// The status of a receive from MPI_PROC_NULL.
void receive_from_nobody(Status *status);

// Where a status is written, no earlier message may be under way in open memory.
void complete_where(const Status *status);

// A chain begins that receives into these pages, or, if empty, none does any more: its first receive takes them all
// away, if they are together.
void expect_receives(const Range &pages);

// The receives do not take them away if these are among them, which are to be sent from where they are.
void expect_no_receives_into(const Range &pages);

}  // namespace mpimon::overlap

#endif
