#include "background_thread.h"

#include <csignal>
#include <cstddef>

namespace mpimon {

namespace {

constexpr std::size_t stack_size = 256 * 1024;
constexpr std::int64_t second_ns = 1'000'000'000;

}  // namespace

int start_background_thread(pthread_t *thread, Joining joining, void *(*run)(void *), void *argument) {
    sigset_t all, before;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error)
        return error;
    pthread_attr_setstacksize(&attributes, stack_size);
    if (joining == Joining::kDetached)
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(thread, &attributes, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return error;
}

void begin_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

timespec deadline_in(std::int64_t ns) {
    timespec deadline{};
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    ns += deadline.tv_nsec;
    deadline.tv_sec += ns / second_ns;
    deadline.tv_nsec = ns % second_ns;
    return deadline;
}

}  // namespace mpimon
