#include "program_calls.h"

#include <linux/prctl.h>
#include <signal.h>
#include <ucontext.h>

#include "../chains/chains.h"
#include "../counters.h"
#include "../flight/flight.h"
#include "../memory/keys.h"
#include "../threads/cancellation.h"
#include "../threads/thread_calls.h"
#include "../threads/threads.h"
#include "mask_of_call.h"
#include "memory_of_call.h"
#include "section.h"
#include "system_call.h"

namespace mpimon::overlap {

volatile unsigned char system_call_selector = kLetThrough;

namespace {

constexpr int kDispatched = 2;  // si_code SYS_USER_DISPATCH, which older headers do not have

// The kernel looks at what it is given with the rights of whoever calls.
bool is_open(const Memory &memory) {
    for (int i = 0; i < memory.count; i++)
        if (!open_bystanders(memory.ranges[i]))
            return false;
    return true;
}

// A harmless call, which cannot notice, is carried out from here. Before any other all is completed, and then the
// program repeats it. Signals come meanwhile, and their handlers have the rights of what they interrupt.
void handle_call_of_program_thread(ucontext_t *context) {
    greg_t *registers = context->uc_mcontext.gregs;
    use_keys_as_program();
    if (registers[REG_RAX] == SYS_rt_sigprocmask && !blocks_needed(registers)) {
        registers[REG_RAX] = change_mask(context);
        return;
    }
    if (registers[REG_RAX] == SYS_rt_sigreturn) {  // of a handler of the program's: from its own stack
        registers[REG_RIP] = reinterpret_cast<greg_t>(mpimon_overlap_return_from_signal);
        return;
    }
    Memory memory;
    if (find_memory(registers, &memory) && !is_away(memory) && is_open(memory)) {
        const WithNeededSignals repeated(registers);
        registers[REG_RAX] = repeat_system_call(repeated.registers(), context);
        return;
    }
    counters[MPIMON_OVERLAP_SYSTEM_CALLS]++;
    begin_to_wait();
    if (registers[REG_RAX] == SYS_exit_group)
        complete_soon();
    else
        complete_all();
    if (registers[REG_RAX] == SYS_mremap)
        give_up_keys(kAllPages);  // it takes no memory of which parts have other keys
    stop_system_calls(false);
    registers[REG_RIP] -= kInstruction;
}

}  // namespace

bool begin_stopping_system_calls(volatile unsigned char *selector) {
    return !is_error(system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                                 mpimon_overlap_allowed_begin,
                                 mpimon_overlap_allowed_end - mpimon_overlap_allowed_begin, selector));
}

void end_stopping_system_calls() {
    system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
}

bool let_kernel_look(bool look) {
    static bool looks = true;
    if (look == looks)
        return true;
    if (look && !begin_stopping_system_calls(&system_call_selector))
        return false;
    if (!look)
        end_stopping_system_calls();
    looks = look;
    return true;
}

long repeat_system_call(const greg_t *registers, ucontext_t *context) {
    if (is_shared())
        return mpimon_overlap_repeat(registers, context, &kCancelling);
    return system_call(registers[REG_RAX], registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                       registers[REG_R10], registers[REG_R8], registers[REG_R9]);
}

bool handle_stopped_call(const void *information, void *context) {
    const auto *info = static_cast<const siginfo_t *>(information);
    if (info->si_code != kDispatched)
        return false;
    if (is_other_thread())
        handle_call_of_thread(static_cast<ucontext_t *>(context));
    else
        handle_call_of_program_thread(static_cast<ucontext_t *>(context));
    return true;
}

}  // namespace mpimon::overlap
