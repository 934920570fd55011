#include "write_signals.h"

#include <errno.h>
#include <time.h>

void mpimon_signals_hold(struct mpimon_held_signals *signals) {
    static const int numbers[] = {SIGXFSZ, SIGPIPE};
    sigset_t pending;
    sigemptyset(&signals->held);
    sigpending(&pending);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!sigismember(&pending, numbers[i]))
            sigaddset(&signals->held, numbers[i]);
    pthread_sigmask(SIG_BLOCK, &signals->held, &signals->before);
}

void mpimon_signals_release(const struct mpimon_held_signals *signals) {
    while (sigtimedwait(&signals->held, NULL, &(struct timespec){0, 0}) > 0 || errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}
