#include "program_calls.h"

#include <linux/prctl.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "../chains/chains.h"
#include "../counters.h"
#include "../flight/flight.h"
#include "section.h"
#include "system_call.h"

namespace mpimon::overlap {

volatile unsigned char system_call_selector = kLetThrough;

namespace {

constexpr int kDispatched = 2;         // si_code SYS_USER_DISPATCH, which older headers do not have
constexpr long kInstruction = 2;       // bytes of the instruction syscall
constexpr std::uintptr_t kSmall = 64;  // no structure that these calls take is larger

bool is_away(std::uintptr_t begin, std::uintptr_t bytes) {
    return begin && is_protected({begin, begin + bytes});
}

// Calls that cannot notice, given what they point to.
bool is_harmless(const greg_t *registers) {
    const auto argument = [registers](int index) { return static_cast<std::uintptr_t>(registers[index]); };
    const std::uintptr_t first = argument(REG_RDI), second = argument(REG_RSI), third = argument(REG_RDX);
    switch (registers[REG_RAX]) {
        case SYS_getpid:
        case SYS_gettid:
        case SYS_sched_yield:
        case SYS_lseek:
        case SYS_brk:
            return true;
        case SYS_nanosleep:
        case SYS_clock_gettime:
        case SYS_gettimeofday:
        case SYS_getrusage:
            return !is_away(first, kSmall) && !is_away(second, kSmall);
        case SYS_clock_nanosleep:
            return !is_away(third, kSmall) && !is_away(argument(REG_R10), kSmall);
        case SYS_read:
        case SYS_write:
        case SYS_pread64:
        case SYS_pwrite64:
            return !is_away(second, third);
        case SYS_mmap:
            return !(argument(REG_R10) & MAP_FIXED);
        case SYS_munmap:
        case SYS_mprotect:
        case SYS_madvise:
            return !is_away(first, second);
        default:
            return false;
    }
}

}  // namespace

bool begin_stopping_system_calls() {
    return !is_error(system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                                 mpimon_overlap_allowed_begin,
                                 mpimon_overlap_allowed_end - mpimon_overlap_allowed_begin, &system_call_selector));
}

void end_stopping_system_calls() {
    system_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
}

// A harmless call is carried out from here. Before any other all is completed, and then the program repeats it.
bool handle_stopped_call(const void *information, void *context) {
    const auto *info = static_cast<const siginfo_t *>(information);
    if (info->si_code != kDispatched)
        return false;
    greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
    if (is_harmless(registers)) {
        registers[REG_RAX] = system_call(registers[REG_RAX], registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                                         registers[REG_R10], registers[REG_R8], registers[REG_R9]);
        return true;
    }
    counters[MPIMON_OVERLAP_SYSTEM_CALLS]++;
    begin_to_wait();
    complete_all();
    stop_system_calls(false);
    registers[REG_RIP] -= kInstruction;
    return true;
}

}  // namespace mpimon::overlap
