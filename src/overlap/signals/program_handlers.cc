#include "program_handlers.h"

#include <cerrno>

#include "../chains/chains.h"
#include "../flight/flight.h"
#include "../memory/keys.h"
#include "../objects.h"
#include "../start.h"

namespace mpimon::overlap {

namespace {

struct Handler {
    union {
        void (*simple)(int);
        void (*full)(int, siginfo_t *, void *);
    };
    bool is_full;
};

Handler handlers[NSIG];  // by signal
bool has_any;            // that is the program's, or may be

bool is_of_instruction(int signal) {
    return signal == SIGBUS || signal == SIGFPE || signal == SIGILL || signal == SIGTRAP;
}

void complete_open(void (*complete)()) {
    if (!is_on() || !is_anything_open())
        return;
    const int error = errno;
    begin_to_wait();
    complete();
    errno = error;
}

// What it has touched may be complete, so the interrupted code does not return to the rights that it had.
void call_handler(int signal, siginfo_t *info, void *context) {
    const Handler handler = handlers[signal];
    use_keys_from(context);
    complete_open(complete_soon);  // no longer than a second, since what comes may be why the signal was sent
    if (handler.is_full)
        handler.full(signal, info, context);
    else
        handler.simple(signal);
    complete_after_handler();
    return_as_program(context);
}

bool is_handler(const struct sigaction &action) {
    return action.sa_flags & SA_SIGINFO || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

const void *function_of(const struct sigaction &action) {
    return reinterpret_cast<const void *>(action.sa_sigaction);
}

struct sigaction wrapped(int signal, const struct sigaction &action) {
    has_any = has_any || !(is_of_instruction(signal) || is_of_transport(function_of(action)));
    handlers[signal].is_full = action.sa_flags & SA_SIGINFO;
    handlers[signal].full = action.sa_sigaction;
    struct sigaction wrapping = action;
    wrapping.sa_sigaction = call_handler;
    wrapping.sa_flags |= SA_SIGINFO;
    return wrapping;
}

void show_as_set(const Handler &handler, struct sigaction *action) {
    action->sa_sigaction = handler.full;
    if (!handler.is_full)
        action->sa_flags &= ~SA_SIGINFO;
}

}  // namespace

void complete_after_handler() {
    complete_open(complete_protected);
}

bool has_program_handlers() {
    return has_any;
}

int set_action_of_program(SetAction *next, int signal, const struct sigaction *action, struct sigaction *before) {
    const bool is_known = signal > 0 && signal < NSIG;
    const Handler old = is_known ? handlers[signal] : Handler{};
    struct sigaction wrapping;
    if (is_known && action && is_handler(*action)) {
        wrapping = wrapped(signal, *action);
        action = &wrapping;
    }
    const int result = next(signal, action, before);
    if (result && is_known)
        handlers[signal] = old;
    if (!result && before && before->sa_sigaction == call_handler)
        show_as_set(old, before);
    return result;
}

}  // namespace mpimon::overlap
