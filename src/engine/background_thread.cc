#include "background_thread.h"

#include <csignal>
#include <cstddef>

namespace mpimon {

namespace {

constexpr std::size_t stack_size = 256 * 1024;

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

}  // namespace mpimon
