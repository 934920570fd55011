#include "helper.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>

#include "../counters.h"
#include "../library.h"
#include "../signals/system_call.h"
#include "transport.h"

namespace mpimon::overlap {

namespace {

// How long it sleeps. That grows while nothing ends, so that a long wait takes little of a processor.
struct Pause {
    long shortest;
    long longest;
};
constexpr Pause kUntold = {20'000, 500'000};      // a message may be late by this
constexpr Pause kTold = {1'000'000, 50'000'000};  // only in case that the network module does not tell after all

constexpr int kMostBusy = 4;  // so often in a row it does not sleep, for the network module has something to do

constexpr int kMostBusyHelp = 50;

constexpr int kNoTag = 32767;  // the program's own messages to itself have it only by chance, and are not taken

// What the helper does, a futex word: it sleeps until it is called; it looks now and then whether the program makes
// progress itself; or it makes progress for it.
enum State { kAsleep, kDozing, kWatching };
std::atomic<int> state;

constexpr long kDoze = 1'000'000;  // nanoseconds: a program that does nothing for so long needs help
constexpr int kMostDozes = 20;     // so often with nothing under way, and it sleeps

std::atomic<int> under_way;
std::atomic<unsigned> changes;  // how often that changed
std::atomic<int> untold;
std::atomic<bool> is_asleep;  // for long, until it is told
std::atomic<bool> program_waits;
std::atomic<bool> stopping;
std::atomic<int> asked;  // how many threads of the program's wait for help, a futex word
std::atomic<int> given;  // how often it was given, another
void (*end_what_is_complete)();
pthread_t thread;

// Looking for a message makes the library look at all that is under way; in a communicator of one process it does not.
void progress(int own_rank) {
    int found;
    library.iprobe(own_rank, kNoTag, kCommWorld, &found, status_ignore());
}

// The helper sleeps until it is asked, or for so many nanoseconds.
void sleep(long pause) {
    const timespec rest = {0, pause};
    system_call(SYS_futex, &asked, FUTEX_WAIT_PRIVATE, 0, &rest, nullptr, 0);
    counters[MPIMON_OVERLAP_SLEEPS]++;
}

// Sleeps until there may be something to do.
class Rests {
  public:
    void rest();

  private:
    Woken wait(bool told);

    long pause_ = 0;
    int before_ = 0;
    int busy_ = 0;
};

// Who adds to what is untold, or asks, looks at `is_asleep` after that, so one of the two sees the other.
Woken Rests::wait(bool told) {
    is_asleep.store(told);
    const Woken woken = told && (untold.load() || asked.load()) ? Woken::kBusy : wait_for_transport(pause_);
    is_asleep.store(false);
    return woken;
}

void Rests::rest() {
    const bool told = has_transport() && !untold.load();
    const Pause &limits = told ? kTold : kUntold;
    const int now = under_way.load();
    pause_ = now == before_ ? std::clamp(pause_ * 2, limits.shortest, limits.longest) : limits.shortest;
    before_ = now;
    const Woken woken = wait(told);
    busy_ = woken == Woken::kBusy ? busy_ + 1 : 0;
    if (woken == Woken::kByTransport)
        counters[MPIMON_OVERLAP_WAKEUPS]++;
    else if (woken == Woken::kByTime)
        counters[MPIMON_OVERLAP_SLEEPS]++;
    else if (woken == Woken::kNever || busy_ > kMostBusy)
        sleep(std::min(pause_, kUntold.longest));
}

long wait_while(State expected, const timespec *most) {
    return system_call(SYS_futex, &state, FUTEX_WAIT_PRIVATE, expected, most, nullptr, 0);
}

void wake_all(std::atomic<int> *word) {
    system_call(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

// Goes back from one state to the one before it if nothing is under way. The program stores first what is under way and
// looks at the state then: so either it sees the new one, or what it has stored is seen here.
void step_back(int from, int to) {
    if (state.compare_exchange_strong(from, to) && under_way.load())
        state.compare_exchange_strong(to, from);
}

// Waits until the program calls, or has done nothing for a while though something is under way.
void doze() {
    const timespec most = {0, kDoze};
    int idle = 0;
    while (state.load() == kDozing && !stopping.load()) {
        const unsigned before = changes.load();
        wait_while(kDozing, &most);
        int dozing = kDozing;
        idle = under_way.load() ? 0 : idle + 1;
        if (idle > kMostDozes)
            step_back(kDozing, kAsleep);
        else if (under_way.load() && changes.load() == before && !program_waits.load())
            state.compare_exchange_strong(dozing, kWatching);
    }
}

// At first it looks again and again, as a call would; later the processor may be needed by whoever is waited for.
void give_help() {
    constexpr timespec kRest = {0, kUntold.shortest};
    for (int times = 0; asked.load() && !stopping.load(); times++) {
        end_what_is_complete();
        given.fetch_add(1);
        wake_all(&given);
        if (times < kMostBusyHelp)
            system_call(SYS_sched_yield);
        else
            system_call(SYS_nanosleep, &kRest, nullptr);
    }
}

void watch(int own_rank) {
    Rests rests;
    while (under_way.load() && !stopping.load()) {
        if (asked.load()) {
            give_help();
            continue;
        }
        rests.rest();
        if (program_waits.load())
            sleep(kUntold.longest);
        else if (under_way.load() && !stopping.load())
            progress(own_rank);
    }
    step_back(kWatching, kDozing);
}

// A thread's heap takes a mapping when the thread first allocates. Later, amid a message, the kernel may have no room
// for it.
void begin_heap() {
    void *volatile first = std::malloc(1);
    std::free(first);
}

void *help(void *) {
    begin_heap();
    if (monitoring)
        ++*monitoring->depth();  // none of its calls is the program's
    int own_rank;
    library.comm_rank(kCommWorld, &own_rank);
    while (!stopping.load()) {
        if (state.load() == kAsleep)
            wait_while(kAsleep, nullptr);
        else if (state.load() == kDozing)
            doze();
        else
            watch(own_rank);
    }
    return nullptr;
}

void call(State wanted) {
    int before = state.load();
    while (before < wanted && !state.compare_exchange_weak(before, wanted)) {
    }
    if (before < wanted)
        wake_all(&state);
}

}  // namespace

// It gets none of the program's signals.
bool start_helper(void (*end_complete)()) {
    sigset_t all, before;
    end_what_is_complete = end_complete;
    sigfillset(&all);
    find_transport();
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&thread, nullptr, help, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error)
        return false;
    pthread_setname_np(thread, "overlap helper");
    return true;
}

void stop_helper() {
    stopping.store(true);
    help_with(1, 1);
    state.store(kWatching);
    wake_all(&state);
    pthread_join(thread, nullptr);
    under_way.store(0);
}

void leave_to_program(bool waits) {
    program_waits.store(waits, std::memory_order_relaxed);
}

void help_with(int transfers, int untold_ones) {
    const int untold_before = untold.exchange(untold_ones);
    changes.fetch_add(1, std::memory_order_relaxed);
    under_way.store(transfers);
    if (!untold_before && untold_ones && is_asleep.load())
        signal_transport();
}

void be_helped() {
    constexpr timespec kMost = {0, 1'000'000};
    const int before = given.load();
    asked.fetch_add(1);
    call(kWatching);
    wake_all(&asked);
    if (is_asleep.load())
        signal_transport();
    system_call(SYS_futex, &given, FUTEX_WAIT_PRIVATE, before, &kMost, nullptr, 0);
    asked.fetch_sub(1);
}

void go_on(bool comes_back_at_once) {
    if (under_way.load())
        call(comes_back_at_once ? kDozing : kWatching);
}

}  // namespace mpimon::overlap
