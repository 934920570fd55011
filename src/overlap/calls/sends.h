// Sends that go on: a small one is of a copy, a large one makes its pages read only.
#ifndef MPIMON_OVERLAP_SENDS_H
#define MPIMON_OVERLAP_SENDS_H

#include "../messages/half.h"
#include "../messages/message.h"

namespace mpimon::overlap {

class Send {
  public:
    Send(const Half &half, Comm comm) : message_(describe(half)), half_(half), comm_(comm) {}
    ~Send();
    Send(const Send &) = delete;
    Send &operator=(const Send &) = delete;

    const Message &message() const { return message_; }

    // Both return why it is to stay synchronous, or kNone. prepare() copies what is to be copied, and may wait.
    Reason prepare();
    Reason start();

  private:
    bool pack(const Half &data);
    bool copy_whole(std::ptrdiff_t distance);
    bool copy();

    const Message message_;
    const Half half_;
    const Comm comm_;
    void *memory_ = nullptr;  // of the copy, until it is on its way
    std::size_t bytes_ = 0;
    Half copied_ = {};  // the copy as MPI wants it
};

}  // namespace mpimon::overlap

#endif
