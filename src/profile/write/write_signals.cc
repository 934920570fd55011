// Part of libmpi.
#include "profile/write/write_signals.h"

#include <errno.h>
#include <time.h>

void mpimon_signals_hold(struct mpimon_held_signals *signals) {
    const int numbers[] = {SIGXFSZ, SIGPIPE};
    sigset_t pending;
    sigemptyset(&signals->held);
    sigpending(&pending);
    for (int number : numbers)
        if (!sigismember(&pending, number))
            sigaddset(&signals->held, number);
    pthread_sigmask(SIG_BLOCK, &signals->held, &signals->before);
}

void mpimon_signals_release(const struct mpimon_held_signals *signals) {
    const timespec at_once{0, 0};
    while (sigtimedwait(&signals->held, nullptr, &at_once) > 0 || errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &signals->before, nullptr);
}
