// Threads of the engine's own, which wait for file systems so that the program need not.
#ifndef MPIMON_ENGINE_BACKGROUND_THREAD_H
#define MPIMON_ENGINE_BACKGROUND_THREAD_H

#include <cstdint>
#include <ctime>

#include <pthread.h>

namespace mpimon {

enum class Joining { kJoined, kDetached };

// Starts a thread that gets none of the application's signals. Returns 0 or an errno value.
int start_background_thread(pthread_t *thread, Joining joining, void *(*run)(void *), void *argument);

// Makes a condition variable whose deadlines are by a clock that does not jump.
void begin_condition(pthread_cond_t *condition);

// The time, by that clock, so many nanoseconds from now.
timespec deadline_in(std::int64_t ns);

}  // namespace mpimon

#endif
