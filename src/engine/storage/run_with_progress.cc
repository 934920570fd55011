#include "run_with_progress.h"

#include <algorithm>

#include "background_thread.h"

namespace {

// Pauses are short at first, for calls that need a few turns; then longer, so that processes which share a core do not
// keep it busy.
constexpr std::int64_t shortest_pause_ns = 1'000'000, longest_pause_ns = 64'000'000;

struct Call {
    int (*run)();
    int result;
    bool returned;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

void *run_in_thread(void *argument) {
    auto *call = static_cast<Call *>(argument);
    const int result = call->run();
    pthread_mutex_lock(&call->mutex);
    call->result = result;
    call->returned = true;
    pthread_cond_signal(&call->changed);
    pthread_mutex_unlock(&call->mutex);
    return nullptr;
}

void wait(Call *call, void (*meanwhile)()) {
    std::int64_t pause_ns = shortest_pause_ns;
    pthread_mutex_lock(&call->mutex);
    while (!call->returned) {
        pthread_mutex_unlock(&call->mutex);
        meanwhile();
        const timespec deadline = mpimon::deadline_in(pause_ns);
        pause_ns = std::min(2 * pause_ns, longest_pause_ns);
        pthread_mutex_lock(&call->mutex);
        if (!call->returned)
            pthread_cond_timedwait(&call->changed, &call->mutex, &deadline);
    }
    pthread_mutex_unlock(&call->mutex);
}

}  // namespace

int mpimon_run_with_progress(int (*run)(), void (*meanwhile)()) {
    Call call = {run, 0, false, PTHREAD_MUTEX_INITIALIZER, {}};
    mpimon::begin_condition(&call.changed);
    pthread_t thread;
    if (mpimon::start_background_thread(&thread, mpimon::Joining::kJoined, run_in_thread, &call) == 0) {
        wait(&call, meanwhile);
        pthread_join(thread, nullptr);
    } else {
        call.result = run();
    }
    pthread_cond_destroy(&call.changed);
    return call.result;
}
