#include "mask_of_call.h"

#include <signal.h>

#include <cerrno>
#include <cstring>

#include "system_call.h"

namespace mpimon::overlap {

const SignalMask kNeededSignals = SignalMask{1} << (SIGSEGV - 1) | SignalMask{1} << (SIGSYS - 1);

namespace {

constexpr greg_t kHasMore = 8;  // IORING_ENTER_EXT_ARG

SignalMask changed(SignalMask mask, greg_t how, SignalMask given) {
    switch (how) {
        case SIG_BLOCK:
            return mask | given;
        case SIG_UNBLOCK:
            return mask & ~given;
        default:
            return given;
    }
}

}  // namespace

long change_mask(ucontext_t *context) {
    const greg_t *registers = context->uc_mcontext.gregs;
    const auto *wanted = reinterpret_cast<const SignalMask *>(registers[REG_RSI]);
    auto *before = reinterpret_cast<SignalMask *>(registers[REG_RDX]);
    auto *mask = reinterpret_cast<SignalMask *>(&context->uc_sigmask);
    const greg_t how = registers[REG_RDI];
    if (registers[REG_R10] != sizeof(SignalMask) || (wanted && (how < SIG_BLOCK || how > SIG_SETMASK)))
        return -EINVAL;
    const SignalMask old = *mask;
    if (wanted)
        *mask = changed(old, how, *wanted & ~kNeededSignals);
    if (before)
        *before = old;
    return 0;
}

bool blocks_needed(const greg_t *registers) {
    const auto *wanted = reinterpret_cast<const SignalMask *>(registers[REG_RSI]);
    return wanted && registers[REG_RDI] != SIG_UNBLOCK && (*wanted & kNeededSignals);
}

WithNeededSignals::WithNeededSignals(const greg_t *registers) {
    std::memcpy(registers_, registers, sizeof registers_);
    const auto replace = [this](greg_t &argument) {
        argument = reinterpret_cast<greg_t>(without_needed(reinterpret_cast<const SignalMask *>(argument)));
    };
    switch (registers_[REG_RAX]) {
        case SYS_rt_sigsuspend:
            replace(registers_[REG_RDI]);
            break;
        case SYS_ppoll:
            replace(registers_[REG_R10]);
            break;
        case SYS_epoll_pwait:
        case SYS_epoll_pwait2:
            replace(registers_[REG_R8]);
            break;
        case SYS_pselect6:
        case SYS_io_pgetevents:
            replace_within(&registers_[REG_R9], &both_);
            break;
        case SYS_io_uring_enter:
            if (registers_[REG_R10] & kHasMore)
                replace_within(&registers_[REG_R8], &more_);
            else
                replace(registers_[REG_R8]);
            break;
        default:
            break;
    }
}

template <typename Arguments>
void WithNeededSignals::replace_within(greg_t *argument, Arguments *copy) {
    if (!*argument)
        return;
    *copy = *reinterpret_cast<const Arguments *>(*argument);
    copy->mask = without_needed(copy->mask);
    *argument = reinterpret_cast<greg_t>(copy);
}

const SignalMask *WithNeededSignals::without_needed(const SignalMask *mask) {
    if (!mask)
        return nullptr;
    mask_ = *mask & ~kNeededSignals;
    return &mask_;
}

}  // namespace mpimon::overlap
