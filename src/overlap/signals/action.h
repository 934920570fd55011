// What the kernel does when a signal comes, in the kernel's form of what the C library calls sigaction.
#ifndef MPIMON_OVERLAP_ACTION_H
#define MPIMON_OVERLAP_ACTION_H

#include <signal.h>

#include "section.h"
#include "system_call.h"

namespace mpimon::overlap {

struct Action {
    union {
        void (*full)(int, siginfo_t *, void *);
        void (*simple)(int);
    };
    unsigned long flags;
    void (*restorer)();
    SignalMask mask;
};

constexpr unsigned long kHasRestorer = 0x04000000;

// Each may be null. The kernel's result.
inline long set_action(int signal, const Action *action, Action *before) {
    return system_call(SYS_rt_sigaction, signal, action, before, sizeof(SignalMask));
}

}  // namespace mpimon::overlap

#endif
