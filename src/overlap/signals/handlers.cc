#include "handlers.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "../ahead/read.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/keys.h"
#include "../start.h"
#include "../threads/cancellation.h"
#include "../threads/threads.h"
#include "action.h"
#include "mask_of_call.h"
#include "program_calls.h"
#include "program_handlers.h"
#include "section.h"
#include "system_call.h"

namespace mpimon::overlap {

namespace {

using SignalHandler = void(int);

constexpr std::size_t kStackBytes = 1 << 20;  // the library's functions run on it
constexpr std::size_t kLeastStack = 2048;     // of the program's, for the kernel; MINSIGSTKSZ depends on the processor

bool installed;
bool has_stack;        // this thread's handlers run on ours
Action of_program[2];  // of SIGSEGV and SIGSYS
stack_t stack_of_program;
stack_t our_stack;

Action *action_of(int signal) {
    return &of_program[signal == SIGSYS];
}

bool is_ours(int signal) {
    return installed && (signal == SIGSEGV || signal == SIGSYS);
}

// As long as it lives, the program's handler of SIGSEGV or SIGSYS runs: a further such signal would be blocked then,
// and end the process, but ours must not be. A handler may be left by a jump, after which there is something else where
// this was, or it is deeper than the stack goes.
class Running {
  public:
    explicit Running(int signal) : self_(this), before_(last(signal)), last_(last(signal)) { last(signal) = this; }
    ~Running() { last_ = before_; }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;

    // Asked by whoever has this frame.
    static bool is_within(int signal, const void *frame) {
        const volatile Running *running = last(signal);
        return running && reinterpret_cast<std::uintptr_t>(frame) < reinterpret_cast<std::uintptr_t>(running) &&
               running->self_ == running;
    }

  private:
    static const Running *&last(int signal) {
        static thread_local const Running *of_signals[2];
        return of_signals[signal == SIGSYS];
    }

    const Running *const self_;
    const Running *const before_;
    const Running *&last_;
};

// Does what would have happened without this library. Until then the program would have waited in all its calls; but a
// message may never come, which may be why the signal was sent.
void pass_on(int signal, siginfo_t *info, void *context) {
    complete_soon();
    use_keys_as_program();
    Action *action = action_of(signal);
    if (action->simple == SIG_IGN && info->si_code <= 0)
        return;
    const bool is_blocked = !(action->flags & SA_NODEFER) && Running::is_within(signal, __builtin_frame_address(0));
    if (action->simple == SIG_DFL || action->simple == SIG_IGN || is_blocked) {
        Action standard = {};
        set_action(signal, &standard, nullptr);
        if (info->si_code <= 0)  // sent by someone: not repeated by the instruction
            system_call(SYS_tgkill, getpid(), system_call(SYS_gettid), signal);
        return;
    }
    const Action called = *action;
    if (called.flags & SA_RESETHAND)
        action->simple = SIG_DFL;
    const SignalMask mask = called.mask & ~kNeededSignals;
    system_call(SYS_rt_sigprocmask, SIG_BLOCK, &mask, nullptr, sizeof mask);
    const Running running(signal);
    called.full(signal, info, context);
    complete_after_handler();
}

bool may_wait() {
    return (on_program_thread && !in_section()) || is_other_thread();
}

// Another thread may have waited for the page since, or a handler that came first. The instruction is repeated; but not
// for ever, if the fault has another cause.
bool is_home_again(std::uintptr_t address) {
    constexpr int kMostTimes = 1000;
    static thread_local std::uintptr_t last;
    static thread_local int times;
    if (!is_known({address, address + 1}))
        return false;
    times = address == last ? times + 1 : 0;
    last = address;
    return times < kMostTimes;
}

void on_fault(int signal, siginfo_t *info, void *context) {
    if (fail_to_read(context))
        return;
    const int error = errno;
    const bool of_page = info->si_code == SEGV_ACCERR || info->si_code == SEGV_MAPERR || info->si_code == SEGV_PKUERR;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    const bool of_key = info->si_code == SEGV_PKUERR;
    if (!of_page || !may_wait() ||
        !(complete_at(address) || (of_key && open_bystander(address)) || is_home_again(address)))
        pass_on(signal, info, context);
    return_as_program(context);
    errno = error;
}

void on_stopped_call(int signal, siginfo_t *info, void *context) {
    const int error = errno;
    if (!handle_stopped_call(info, context))
        pass_on(signal, info, context);
    return_as_program(context);
    errno = error;
}

void install(int signal, void (*handler)(int, siginfo_t *, void *), SignalMask mask, Action *before) {
    // Faults come within faults: a handler of the program's may run in between.
    const Action action = {
        {handler}, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | kHasRestorer, mpimon_overlap_return_from_signal, mask};
    set_action(signal, &action, before);
}

}  // namespace

void install_actions() {
    if (installed)
        return;
    install(SIGSEGV, on_fault, 0, action_of(SIGSEGV));
    install(SIGSYS, on_stopped_call, kCancelling, action_of(SIGSYS));
    installed = true;
}

bool install_handlers() {
    const long stack = system_call(SYS_mmap, 0, kStackBytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_error(stack))
        return false;
    our_stack.ss_sp = reinterpret_cast<void *>(stack);
    our_stack.ss_size = kStackBytes;
    if (is_error(system_call(SYS_sigaltstack, &our_stack, &stack_of_program)))
        return false;
    has_stack = true;
    install_actions();
    if (!begin_stopping_system_calls(&system_call_selector)) {
        remove_handlers();
        return false;
    }
    return true;
}

void remove_handlers() {
    end_stopping_system_calls();
    has_stack = false;
    if (!is_shared()) {
        installed = false;
        set_action(SIGSEGV, action_of(SIGSEGV), nullptr);
        set_action(SIGSYS, action_of(SIGSYS), nullptr);
    }
    system_call(SYS_sigaltstack, &stack_of_program, nullptr);
}

namespace {

SetAction *next_sigaction() {
    static SetAction *next;
    if (!next)
        next = reinterpret_cast<SetAction *>(next_function("sigaction"));
    return next;
}

// The next library's word on it (UCX keeps its own handler of SIGSEGV) becomes what is passed on to; ours stays.
// Meanwhile ours is not there: no system call may be stopped, and where there are other threads no page may be away.
int set_behind_ours(int signal, const struct sigaction *action, struct sigaction *before) {
    if (is_shared() && !is_other_thread())
        complete_all();
    const Unstopped unstopped;
    const Undisturbed undisturbed;
    Action ours;
    set_action(signal, action_of(signal), &ours);
    const int result = next_sigaction()(signal, action, before);
    set_action(signal, nullptr, action_of(signal));
    set_action(signal, &ours, nullptr);
    return result;
}

SignalMask mask_of(const sigset_t &signals) {
    SignalMask mask;
    std::memcpy(&mask, &signals, sizeof mask);
    return mask;
}

struct sigaction shown(const Action &action) {
    struct sigaction shown = {};
    shown.sa_sigaction = action.full;
    shown.sa_flags = static_cast<int>(action.flags & ~kHasRestorer);
    std::memcpy(&shown.sa_mask, &action.mask, sizeof action.mask);
    return shown;
}

// Other threads' system calls are stopped at any time, so the kernel never has another action of SIGSYS than ours.
int note_of_program(int signal, const struct sigaction *action, struct sigaction *before) {
    const struct sigaction old = shown(*action_of(signal));
    if (action) {
        Action given = {};
        given.full = action->sa_sigaction;
        given.flags = static_cast<unsigned>(action->sa_flags) | kHasRestorer;
        given.restorer = mpimon_overlap_return_from_signal;
        given.mask = mask_of(action->sa_mask);
        *action_of(signal) = given;
    }
    if (before)
        *before = old;
    return 0;
}

int set_of_program(int signal, const struct sigaction *action, struct sigaction *before) {
    if (signal == SIGSYS)
        return note_of_program(signal, action, before);
    struct sigaction old;
    const int result = set_behind_ours(signal, action, &old);
    if (before && !result)
        *before = old;
    return result;
}

SignalHandler *set_handler(int signal, SignalHandler *handler, int flags) {
    struct sigaction action = {}, before;
    action.sa_handler = handler;
    action.sa_flags = flags;
    return sigaction(signal, &action, &before) ? SIG_ERR : before.sa_handler;
}

}  // namespace

// No handler may run with the signals blocked that this library depends on.
MPIMON_EXPORT int sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
    struct sigaction open;
    const bool wanted = is_wanted_early();
    if (wanted && action) {
        open = *action;
        sigdelset(&open.sa_mask, SIGSEGV);
        sigdelset(&open.sa_mask, SIGSYS);
        action = &open;
    }
    if (is_ours(signal))
        return set_of_program(signal, action, before);
    if (wanted)
        return set_action_of_program(next_sigaction(), signal, action, before);
    return next_sigaction()(signal, action, before);
}

MPIMON_EXPORT __attribute__((alias("sigaction"))) int __sigaction(int, const struct sigaction *, struct sigaction *);

MPIMON_EXPORT SignalHandler *signal(int signal, SignalHandler *handler) {
    return set_handler(signal, handler, SA_RESTART);
}

MPIMON_EXPORT __attribute__((alias("signal"), nothrow)) SignalHandler *bsd_signal(int, SignalHandler *);
MPIMON_EXPORT __attribute__((alias("signal"), nothrow)) SignalHandler *ssignal(int, SignalHandler *);

// What the C library makes of signal() for programs that are compiled to a standard (-std=c99).
MPIMON_EXPORT SignalHandler *__sysv_signal(int signal, SignalHandler *handler) {
    return set_handler(signal, handler, SA_RESETHAND | SA_NODEFER);
}

MPIMON_EXPORT __attribute__((alias("__sysv_signal"))) SignalHandler *sysv_signal(int, SignalHandler *);

// The signal is blocked, or gets a handler and is not blocked any more.
MPIMON_EXPORT SignalHandler *sigset(int signal, SignalHandler *handler) {
    sigset_t one, before;
    struct sigaction old;
    if (sigemptyset(&one) || sigaddset(&one, signal) || sigaction(signal, nullptr, &old))
        return SIG_ERR;
    if (handler != SIG_HOLD && set_handler(signal, handler, 0) == SIG_ERR)
        return SIG_ERR;
    if (sigprocmask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &one, &before))
        return SIG_ERR;
    return sigismember(&before, signal) ? SIG_HOLD : old.sa_handler;
}

MPIMON_EXPORT int sigignore(int signal) {
    return set_handler(signal, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

// Faults stay on our stack, which is large enough for the library. The program's handlers share it.
MPIMON_EXPORT int sigaltstack(const stack_t *stack, stack_t *before) {
    if (!has_stack || !on_program_thread) {
        const long result = system_call(SYS_sigaltstack, stack, before);
        errno = is_error(result) ? static_cast<int>(-result) : errno;
        return is_error(result) ? -1 : 0;
    }
    const stack_t old = stack_of_program;
    if (stack) {
        if (!(stack->ss_flags & SS_DISABLE) && stack->ss_size < kLeastStack) {
            errno = ENOMEM;
            return -1;
        }
        stack_of_program = *stack;
    }
    if (before)
        *before = old;
    return 0;
}

}  // namespace mpimon::overlap
