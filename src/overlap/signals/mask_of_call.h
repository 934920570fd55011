// Masks of signals that system calls are given. Whoever blocks SIGSYS is killed by the next call that is stopped, and
// whoever blocks SIGSEGV by touching a message.
#ifndef MPIMON_OVERLAP_MASK_OF_CALL_H
#define MPIMON_OVERLAP_MASK_OF_CALL_H

#include <ucontext.h>

#include "section.h"

namespace mpimon::overlap {

// The signals that this library depends on.
extern const SignalMask kNeededSignals;

// Carries rt_sigprocmask out, but for these signals: the context has the mask where the handler returns. Returns what
// the call returns.
long change_mask(ucontext_t *context);

// Whether rt_sigprocmask would block one of these signals.
bool blocks_needed(const greg_t *registers);

// The registers of a call that may wait with another mask. As long as it lives, that mask has none of these signals.
class WithNeededSignals {
  public:
    explicit WithNeededSignals(const greg_t *registers);
    WithNeededSignals(const WithNeededSignals &) = delete;
    WithNeededSignals &operator=(const WithNeededSignals &) = delete;

    const greg_t *registers() const { return registers_; }

  private:
    struct MaskAndSize {
        const SignalMask *mask;
        std::size_t bytes;
    };

    struct MaskAndTime {  // struct io_uring_getevents_arg
        const SignalMask *mask;
        std::uint64_t bytes, time;
    };

    const SignalMask *without_needed(const SignalMask *mask);

    // The argument is the address of arguments with a mask: it becomes that of their copy.
    template <typename Arguments>
    void replace_within(greg_t *argument, Arguments *copy);

    gregset_t registers_;
    SignalMask mask_;
    MaskAndSize both_;
    MaskAndTime more_;
};

}  // namespace mpimon::overlap

#endif
