#include "helper.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>

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

constexpr int kNoTag = 32767;  // the program's own messages to itself have it only by chance, and are not taken

std::atomic<int> under_way;
std::atomic<int> untold;
std::atomic<bool> is_asleep;  // for long, until it is told
std::atomic<bool> program_waits;
std::atomic<bool> stopping;
pthread_t thread;
bool is_woken;  // since there was nothing under way

// Looking for a message makes the library look at all that is under way; in a communicator of one process it does not.
void progress(int own_rank) {
    int found;
    library.iprobe(own_rank, kNoTag, kCommWorld, &found, status_ignore());
}

void sleep(long pause) {
    const timespec rest = {0, pause};
    system_call(SYS_nanosleep, &rest, nullptr);
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

// Who adds to what is untold looks at `is_asleep` after that, so one of the two sees the other.
Woken Rests::wait(bool told) {
    is_asleep.store(told);
    const Woken woken = told && untold.load() ? Woken::kBusy : wait_for_transport(pause_);
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

void *help(void *) {
    if (monitoring)
        ++*monitoring->depth();  // none of its calls is the program's
    int own_rank;
    library.comm_rank(kCommWorld, &own_rank);
    Rests rests;
    while (!stopping.load()) {
        if (!under_way.load()) {
            system_call(SYS_futex, &under_way, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
            rests = {};
            continue;
        }
        rests.rest();
        if (program_waits.load())
            sleep(kUntold.longest);
        else if (under_way.load() && !stopping.load())
            progress(own_rank);
    }
    return nullptr;
}

void wake() {
    system_call(SYS_futex, &under_way, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace

// It gets none of the program's signals.
bool start_helper() {
    sigset_t all, before;
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
    wake();
    pthread_join(thread, nullptr);
    under_way.store(0);
}

void leave_to_program(bool waits) {
    program_waits.store(waits, std::memory_order_relaxed);
}

void help_with(int transfers, int untold_ones) {
    const int untold_before = untold.exchange(untold_ones);
    under_way.store(transfers);
    is_woken = is_woken && transfers;
    if (!untold_before && untold_ones && is_asleep.load())
        signal_transport();
}

void wake_helper() {
    if (is_woken || !under_way.load())
        return;
    is_woken = true;
    wake();
}

}  // namespace mpimon::overlap
