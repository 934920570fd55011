#include "cancellation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "../signals/action.h"
#include "../signals/program_calls.h"
#include "threads.h"

namespace mpimon::overlap {

namespace {

Action of_library;

bool is_in_repeated_call(const greg_t *registers) {
    const auto *position = reinterpret_cast<const char *>(registers[REG_RIP]);
    return position >= mpimon_overlap_repeat_begin && position < mpimon_overlap_repeat_end;
}

// The thread goes on, when the handler returns, at the program's instruction that calls the system, and that is stopped
// again; or the handler sees it there, and cancels it. The frames of whoever repeated the call are left.
void return_to_stopped_call(ucontext_t *context) {
    constexpr std::size_t kOfKernel = offsetof(ucontext_t, uc_sigmask) + sizeof(SignalMask);
    greg_t *registers = context->uc_mcontext.gregs;
    end_last_use();
    std::memcpy(context, reinterpret_cast<const void *>(registers[REG_RBX]), kOfKernel);
    registers[REG_RIP] -= kInstruction;
}

void on_cancel(int signal, siginfo_t *info, void *given) {
    auto *context = static_cast<ucontext_t *>(given);
    if (is_in_repeated_call(context->uc_mcontext.gregs))
        return_to_stopped_call(context);
    of_library.full(signal, info, context);
}

void *wait_to_be_cancelled(void *) {
    for (;;)
        pause();
}

// It does so when the first thread is cancelled. Without the compiler's library for unwinding nobody can be.
bool make_library_set_handler() {
    pthread_t thread;
    if (!dlopen("libgcc_s.so.1", RTLD_NOW))
        return false;
    begin_to_make_own_threads();
    const int error = pthread_create(&thread, nullptr, wait_to_be_cancelled, nullptr);
    end_to_make_own_threads();
    return !error && !pthread_cancel(thread) && !pthread_join(thread, nullptr);
}

}  // namespace

void begin_with_cancellation() {
    if (!make_library_set_handler() || is_error(set_action(kCancel, nullptr, &of_library)) || !of_library.full)
        return;
    const Action action = {
        {on_cancel}, of_library.flags | kHasRestorer, mpimon_overlap_return_from_signal, of_library.mask};
    set_action(kCancel, &action, nullptr);
}

}  // namespace mpimon::overlap
