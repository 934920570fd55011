// Threads of the engine's own, which wait for file systems so that the program need not.
#ifndef MPIMON_ENGINE_BACKGROUND_THREAD_H
#define MPIMON_ENGINE_BACKGROUND_THREAD_H

#include <cstdint>
#include <ctime>

#include <pthread.h>

namespace mpimon {

enum class Joining { kJoined, kDetached };

// The application's signals are not for this thread. Returns 0 or an errno value.
int start_background_thread(pthread_t *thread, Joining joining, void *(*run)(void *), void *argument);

// A condition whose deadlines are by a clock that does not jump.
void begin_condition(pthread_cond_t *condition);

// By that clock, so many nanoseconds from now.
timespec deadline_in(std::int64_t ns);

}  // namespace mpimon

#endif
