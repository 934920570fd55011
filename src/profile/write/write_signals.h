/*
 * Signals that a write may raise.
 */
#ifndef MPIMON_PROFILE_WRITE_SIGNALS_H
#define MPIMON_PROFILE_WRITE_SIGNALS_H

#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mpimon_held_signals {
    sigset_t held, before;
};

/*
 * A write may end the program by SIGXFSZ where a file may not grow, or by SIGPIPE where nobody reads; here the errno
 * value is enough. From hold to release the calling thread gets neither: what is pending then came from its writes,
 * unless it was before.
 */
void mpimon_signals_hold(struct mpimon_held_signals *signals);
void mpimon_signals_release(const struct mpimon_held_signals *signals);

#ifdef __cplusplus
}
#endif

#endif
