#include "threads.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "../flight/flight.h"
#include "../flight/helper.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/keys.h"
#include "../memory/mappings.h"
#include "../objects.h"
#include "../signals/handlers.h"
#include "../signals/mask_of_call.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../signals/system_call.h"
#include "../start.h"
#include "cancellation.h"

namespace mpimon::overlap {

namespace {

constexpr int kMostThreads = 512;  // with more, calls stay synchronous
constexpr int kMostUses = 4;       // of a thread: a signal's handler may come between

struct OneUse {
    Memory memory;
    bool is_all;           // not known which
    std::uintptr_t frame;  // where it is on the thread's stack
};

struct Thread {
    bool is_taken;
    volatile unsigned char *selector;
    int use_count;
    OneUse uses[kMostUses];
};

// Threads are known only while pages are held.
Thread threads[kMostThreads];
std::atomic<int> count;
bool is_over;

thread_local Thread *this_thread;
thread_local volatile unsigned char selector;
thread_local bool makes_own_threads;
std::atomic<bool> have_called;
pthread_key_t at_end;

Thread *free_slot() {
    for (Thread &thread : threads)
        if (!thread.is_taken)
            return &thread;
    return nullptr;
}

// Where there are more than there is room for, the last element stands for all.
OneUse &last_use(Thread *thread) {
    return thread->uses[std::min(thread->use_count, kMostUses) - 1];
}

// A handler that left its call by a jump has not ended its use: what is deeper in the stack than now is over.
void drop_left_uses(Thread *thread, std::uintptr_t frame) {
    constexpr std::uintptr_t kSameStack = 64 * 1024;
    while (thread->use_count > 0) {
        const std::uintptr_t last = last_use(thread).frame;
        if (last >= frame || frame - last > kSameStack)
            return;
        thread->use_count--;
    }
}

void add_use(Thread *thread, const Memory *memory, std::uintptr_t frame) {
    drop_left_uses(thread, frame);
    const bool has_room = thread->use_count++ < kMostUses;
    last_use(thread) = {memory ? *memory : Memory{}, !memory || !has_room, frame};
}

bool is_used(const Thread &thread, const Range &pages) {
    for (int i = 0; i < thread.use_count && i < kMostUses; i++) {
        if (thread.uses[i].is_all)
            return true;
        const Memory &memory = thread.uses[i].memory;
        for (int j = 0; j < memory.count; j++)
            if (memory.ranges[j].meets(pages))
                return true;
    }
    return false;
}

bool is_anything_away(const Memory *memory) {
    return memory ? is_away(*memory) : is_anything_protected();
}

}  // namespace

bool is_other_thread() {
    return this_thread != nullptr;
}

int other_threads() {
    return count.load();
}

void begin_to_make_own_threads() {
    makes_own_threads = true;
}

void end_to_make_own_threads() {
    makes_own_threads = false;
}

Use::Use(const Memory *memory) {
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    for (bool waits = false;; waits = true) {
        {
            const PagesHeld held;
            if (!is_anything_away(memory)) {
                counters[MPIMON_OVERLAP_SYSTEM_CALLS] += waits;
                add_use(this_thread, memory, frame);
                return;
            }
        }
        be_helped();
    }
}

Use::~Use() {
    end_last_use();
}

void end_last_use() {
    const PagesHeld held;
    if (this_thread && this_thread->use_count > 0)
        this_thread->use_count--;
}

Unstopped::Unstopped() : is_other_(is_other_thread()) {
    if (is_other_) {
        new (&use_) Use(nullptr);
        selector = kLetThrough;
    }
}

Unstopped::~Unstopped() {
    if (!is_other_)
        return;
    {
        const PagesHeld held;
        selector = is_over ? kLetThrough : kStop;
    }
    use_.~Use();
}

bool is_used_by_others(const Range &pages) {
    if (!is_shared())
        return false;
    if (has_threads())
        return true;
    for (const Thread &thread : threads)
        if (thread.is_taken && is_used(thread, pages))
            return true;
    return false;
}

void note_call_of_other_thread() {
    static std::atomic<bool> is_settled;
    if (is_settled.load())
        return;
    have_called.store(true);
    complete_all();
    leave_threads_alone();
    is_settled.store(true);
}

bool have_others_called() {
    return have_called.load(std::memory_order_relaxed);
}

void leave_thread_alone() {
    if (!this_thread)
        return;
    const Use all(nullptr);  // what it calls from here on nobody sees
    const PagesHeld pages;
    selector = kLetThrough;
    this_thread->is_taken = false;
    this_thread = nullptr;
    count--;
}

// A thread may be on its way into a system call that it was to be stopped at, so the handlers stay.
void leave_threads_alone() {
    const PagesHeld held;
    is_over = true;
    for (const Thread &thread : threads)
        if (thread.is_taken)
            *thread.selector = kLetThrough;
}

namespace {

using Function = void *(void *);

struct Start {
    Function *function;
    void *argument;
};

void at_thread_end(void *) {
    leave_thread_alone();
}

void look_after_this_thread() {
    system_call(SYS_rt_sigprocmask, SIG_UNBLOCK, &kNeededSignals, nullptr, sizeof kNeededSignals);
    pthread_setspecific(at_end, &threads);
    const PagesHeld held;
    Thread *slot = free_slot();
    selector = kLetThrough;
    if (is_over || !slot || !begin_stopping_system_calls(&selector))
        return;
    *slot = {true, &selector, 0, {}};
    this_thread = slot;
    count++;
    selector = kStop;
}

void *run(void *given) {
    const Start start = *static_cast<const Start *>(given);
    std::free(given);
    look_after_this_thread();
    return start.function(start.argument);
}

// A stack that the program gives is none of its memory any more: nobody could handle a fault that is on the stack.
void keep_stack(const pthread_attr_t *attributes) {
    void *stack = nullptr;
    std::size_t bytes = 0;
    if (!attributes || pthread_attr_getstack(attributes, &stack, &bytes) || !bytes)
        return;
    const auto end = reinterpret_cast<std::uintptr_t>(stack) + bytes;
    const auto begin = reinterpret_cast<std::uintptr_t>(stack);
    if (begin && begin < end)
        give_up_areas(Range{begin, end}.pages());
}

bool begin_with_threads() {
    static const bool begun = !pthread_key_create(&at_end, at_thread_end);
    if (begun && !is_shared()) {
        complete_all();
        return_keys();
        install_actions();
        begin_with_cancellation();
        begin_to_share();
    }
    return begun;
}

using Create = int(pthread_t *, const pthread_attr_t *, Function *, void *);

Create *next_create() {
    static Create *next;
    if (!next)
        next = reinterpret_cast<Create *>(next_function("pthread_create"));
    return next;
}

}  // namespace

// Threads of the library, and of what it is built on, are not the program's. They get none of its signals: a handler
// that came upon a message there could not wait for it.
MPIMON_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, Function *function,
                                 void *argument) {
    if (!is_wanted_early())
        return next_create()(thread, attributes, function, argument);
    if (makes_own_threads || is_of_transport(__builtin_return_address(0))) {
        const SignalsWait signals_wait(true);
        return next_create()(thread, attributes, function, argument);
    }
    if (!begin_with_threads())
        return next_create()(thread, attributes, function, argument);
    keep_stack(attributes);
    auto *start = static_cast<Start *>(std::malloc(sizeof(Start)));
    if (!start)
        return EAGAIN;
    *start = {function, argument};
    const Unstopped unstopped;
    const int error = next_create()(thread, attributes, run, start);
    if (error)
        std::free(start);
    return error;
}

namespace {

union Held {
    Held() {}
    ~Held() {}
    Exclusive exclusive;
} held;

}  // namespace

// The child has all pages, and finds nothing held by a thread that it does not have, nor half of what one changes.
void begin_fork() {
    for (bool is_home = false; !is_home;) {
        complete_all();
        new (&held.exclusive) Exclusive;
        is_home = !is_other_thread() || !is_anything_protected();
        if (!is_home)
            held.exclusive.~Exclusive();
    }
    if (is_other_thread())
        selector = kLetThrough;
}

void end_fork() {
    if (is_other_thread())
        selector = is_over ? kLetThrough : kStop;
    held.exclusive.~Exclusive();
}

void end_fork_in_child() {
    let_go_of_pages();
    forget_areas_in_child();
    end_fork();
}

}  // namespace mpimon::overlap
