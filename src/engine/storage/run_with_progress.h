/*
 * A call that blocks, while the caller goes on with something else.
 */
#ifndef MPIMON_ENGINE_RUN_WITH_PROGRESS_H
#define MPIMON_ENGINE_RUN_WITH_PROGRESS_H

#include "../count.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The result of `call`, made by another thread. Until it returns this one calls `meanwhile` again and again: after a
 * millisecond, then with longer pauses, of 64 at most. Without memory or rights for a thread the calling one makes the
 * call, and `meanwhile` is not called.
 */
MPIMON_HIDDEN int mpimon_run_with_progress(int (*call)(void), void (*meanwhile)(void));

#ifdef __cplusplus
}
#endif

#endif
