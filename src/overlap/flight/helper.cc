#include "helper.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <atomic>

#include "../library.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

namespace {

// A message may be late by this. It grows while nothing ends, so that a long wait takes little of a processor.
constexpr long kShortest = 20'000, kLongest = 500'000;

constexpr int kNoTag = 32767;  // the program's own messages to itself have it only by chance, and are not taken

std::atomic<int> under_way;
std::atomic<bool> stopping;
pthread_t thread;

// Looking for a message makes the library look at all that is under way.
void progress() {
    int found;
    library.iprobe(0, kNoTag, kCommSelf, &found, status_ignore());
}

void *help(void *) {
    if (monitoring)
        ++*monitoring->depth();  // none of its calls is the program's
    long pause = kShortest;
    int before = 0;
    while (!stopping.load()) {
        const int now = under_way.load();
        if (!now) {
            system_call(SYS_futex, &under_way, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
            pause = kShortest;
            continue;
        }
        pause = now == before ? (pause * 2 < kLongest ? pause * 2 : kLongest) : kShortest;
        before = now;
        const timespec rest = {0, pause};
        system_call(SYS_nanosleep, &rest, nullptr);
        if (under_way.load() && !stopping.load())
            progress();
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
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&thread, nullptr, help, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return error == 0;
}

void stop_helper() {
    stopping.store(true);
    under_way.store(1);
    wake();
    pthread_join(thread, nullptr);
    under_way.store(0);
}

void help_with(int transfers) {
    const int before = under_way.exchange(transfers);
    if (!before && transfers)
        wake();
}

}  // namespace mpimon::overlap
