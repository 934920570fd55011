#include "section.h"

#include <signal.h>

#include <new>

#include "../flight/flight.h"
#include "../library.h"
#include "../memory/keys.h"
#include "program_calls.h"
#include "program_handlers.h"
#include "system_call.h"

namespace mpimon::overlap {

thread_local bool on_program_thread;

namespace {

constexpr SignalMask bit(int signal) {
    return SignalMask{1} << (signal - 1);
}

// All but those that an instruction itself causes.
constexpr SignalMask kWait = ~(bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL) | bit(SIGTRAP) | bit(SIGSYS));

bool open_section;
SignalMask before_section;

bool shared;
std::atomic<const void *> owner_of_all, owner_of_pages;
thread_local char this_thread_is;  // each thread has it at another address

SignalMask set_mask(SignalMask mask, int how) {
    SignalMask before = 0;
    system_call(SYS_rt_sigprocmask, how, &mask, &before, sizeof mask);
    return before;
}

}  // namespace

bool in_section() {
    return open_section && on_program_thread;
}

bool is_shared() {
    return shared;
}

void begin_to_share() {
    shared = true;
}

Held::Held(std::atomic<const void *> *owner)
    : owner_(shared && owner->load(std::memory_order_relaxed) != &this_thread_is ? owner : nullptr) {
    if (!owner_)
        return;
    before_ = set_mask(kWait, SIG_BLOCK);
    const void *nobody = nullptr;
    while (!owner_->compare_exchange_weak(nobody, &this_thread_is, std::memory_order_acquire)) {
        nobody = nullptr;
        system_call(SYS_sched_yield);
    }
}

Held::~Held() {
    if (!owner_)
        return;
    owner_->store(nullptr, std::memory_order_release);
    set_mask(before_, SIG_SETMASK);
}

Exclusive::Exclusive() : Held(&owner_of_all) {}

PagesHeld::PagesHeld() : Held(&owner_of_pages) {}

void let_go_of_pages() {
    owner_of_pages.store(nullptr);
}

SignalsWait::SignalsWait() : SignalsWait(shared && !on_program_thread) {}

SignalsWait::SignalsWait(bool wait) : wait_(wait) {
    if (wait_)
        before_ = set_mask(kWait, SIG_BLOCK);
}

SignalsWait::~SignalsWait() {
    if (wait_)
        set_mask(before_, SIG_SETMASK);
}

void let_system_calls_through() {
    system_call_selector = kLetThrough;
}

void stop_system_calls(bool stop) {
    system_call_selector = stop ? kStop : kLetThrough;
}

Section::Section(Pages pages)
    : is_inner_(in_section()),
      signals_wait_(pages == Pages::kMayGo || is_shared() || is_anything_protected() || has_program_handlers()) {
    if (is_inner_)
        return;
    if (signals_wait_)
        before_section = set_mask(kWait, SIG_BLOCK);
    open_section = true;
    if (monitoring)
        ++*monitoring->depth();
    let_system_calls_through();
    use_keys_as_library();
}

Section::~Section() {
    if (is_inner_)
        return;
    use_keys_as_program();
    stop_system_calls(is_anything_protected());
    if (monitoring)
        --*monitoring->depth();
    open_section = false;
    if (signals_wait_)
        set_mask(before_section, SIG_SETMASK);
}

bool Section::was_deaf() const {
    return before_section & (bit(SIGSEGV) | bit(SIGSYS));
}

Undisturbed::Undisturbed() : open_(is_anything_protected() && on_program_thread && !in_section()) {
    if (open_)
        new (&section_) Section;
}

Undisturbed::~Undisturbed() {
    if (open_)
        section_.~Section();
}

}  // namespace mpimon::overlap
