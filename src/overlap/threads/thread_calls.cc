#include "thread_calls.h"

#include "../flight/flight.h"
#include "../signals/mask_of_call.h"
#include "../signals/memory_of_call.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../signals/system_call.h"
#include "threads.h"

namespace mpimon::overlap {

namespace {

// Lets the thread make the call itself after the handler has returned, since it cannot be made on the handler's stack.
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
            registers[REG_RAX] = change_mask(context);
            return;
        case SYS_fork:
        case SYS_vfork:
        case SYS_clone:
        case SYS_clone3:
            return repeat_without_us(registers);
        case SYS_exit_group:
            complete_soon();
            system_call(SYS_exit_group, registers[REG_RDI]);
            return;
        case SYS_exit:
            leave_thread_alone();
            system_call(SYS_exit, registers[REG_RDI]);
    }
    Memory memory;
    const bool is_known = find_memory(registers, &memory);
    const Use use(is_known ? &memory : nullptr);
    const WithNeededSignals repeated(registers);
    registers[REG_RAX] = repeat_system_call(repeated.registers(), context);
}

}  // namespace mpimon::overlap
