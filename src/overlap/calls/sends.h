// Sends that go on: a small one is of a copy, a large one makes its pages read only; or both leave the pages open to a
// program that does not touch them.
#ifndef MPIMON_OVERLAP_SENDS_H
#define MPIMON_OVERLAP_SENDS_H

#include "../messages/half.h"
#include "../messages/message.h"
#include "checks.h"

namespace mpimon::overlap {

class Send {
  public:
    // `message` is what `half` says; both outlive this. Where `manner` is open, it may be sent from where it is, and
    // its pages stay as they are (start_open_send).
    Send(const Half &half, const Message &message, Comm comm, Manner manner)
        : half_(half), message_(message), comm_(comm), is_checked_(manner.is_checked), is_open_(manner.is_open) {}
    ~Send();
    Send(const Send &) = delete;
    Send &operator=(const Send &) = delete;

    // Both return why it is to stay synchronous, or kNone. prepare() copies what is to be copied, and may wait.
    Reason prepare();
    Reason start();

  private:
    bool can_stay_open() const;
    bool pack(const Half &data);
    bool read_whole(std::ptrdiff_t distance);
    bool copy_whole(std::ptrdiff_t distance);
    bool copy();

    const Half &half_;
    const Message &message_;
    const Comm comm_;
    const bool is_checked_;
    bool is_open_;
    void *memory_ = nullptr;  // of the copy, until it is on its way
    std::size_t bytes_ = 0;
    Half copied_ = {};  // the copy as MPI wants it
};

}  // namespace mpimon::overlap

#endif
