#include "thread_calls.h"

#include <signal.h>

#include <cerrno>

#include "../signals/memory_of_call.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../signals/system_call.h"
#include "threads.h"

namespace mpimon::overlap {

namespace {

constexpr SignalMask kNeeded = SignalMask{1} << (SIGSEGV - 1) | SignalMask{1} << (SIGSYS - 1);

// Where the handler returns the thread has this mask. Whoever blocks SIGSYS would be killed by its next system call.
long change_mask(ucontext_t *context, const greg_t *registers) {
    const auto *wanted = reinterpret_cast<const SignalMask *>(registers[REG_RSI]);
    auto *before = reinterpret_cast<SignalMask *>(registers[REG_RDX]);
    auto *mask = reinterpret_cast<SignalMask *>(&context->uc_sigmask);
    if (registers[REG_R10] != sizeof(SignalMask))
        return -EINVAL;
    const SignalMask old = *mask;
    if (wanted) {
        const SignalMask given = *wanted & ~kNeeded;
        switch (registers[REG_RDI]) {
            case SIG_BLOCK:
                *mask |= given;
                break;
            case SIG_UNBLOCK:
                *mask &= ~given;
                break;
            case SIG_SETMASK:
                *mask = given;
                break;
            default:
                return -EINVAL;
        }
    }
    if (before)
        *before = old;
    return 0;
}

// As if the handler's stack were not there, on which the call cannot be made.
void repeat_without_us(greg_t *registers) {
    leave_thread_alone();
    registers[REG_RIP] -= kInstruction;
}

}  // namespace

void handle_call_of_thread(ucontext_t *context) {
    greg_t *registers = context->uc_mcontext.gregs;
    switch (registers[REG_RAX]) {
        case SYS_rt_sigreturn:
            registers[REG_RIP] = reinterpret_cast<greg_t>(mpimon_overlap_return_from_signal);
            return;
        case SYS_rt_sigprocmask:
            registers[REG_RAX] = change_mask(context, registers);
            return;
        case SYS_fork:
        case SYS_vfork:
        case SYS_clone:
        case SYS_clone3:
            return repeat_without_us(registers);
        case SYS_exit:
            leave_thread_alone();
            system_call(SYS_exit, registers[REG_RDI]);
    }
    Memory memory;
    const bool is_known = find_memory(registers, &memory);
    const Use use(is_known ? &memory : nullptr);
    registers[REG_RAX] = repeat_system_call(registers);
}

}  // namespace mpimon::overlap
