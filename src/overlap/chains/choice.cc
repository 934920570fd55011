#include "choice.h"

#include <time.h>

namespace mpimon::overlap {

namespace {

// Numbers of calls. What is tried costs at most a hundredth of what follows.
constexpr int kWindow = 64;        // synchronous, or not, together
constexpr int kSettling = 8;       // first ones of a window, which still feel the one before
constexpr int kWindows = 6;        // asynchronous and synchronous by turns
constexpr int kKept = 40'000;      // before it is tried again
constexpr double kWorthIt = 0.97;  // of the time without

enum class Phase { kLook, kTry, kKeep };

Phase phase = Phase::kLook;
Choice chosen = Choice::kUnknown;
int calls;  // of the phase's window
int window;
std::int64_t in_calls;    // time of this phase's calls
std::int64_t begun;       // when the window had settled
std::int64_t elapsed[2];  // by whether calls were asynchronous
bool is_asynchronous;

void keep(Choice choice) {
    phase = Phase::kKeep;
    chosen = choice;
    is_asynchronous = choice == Choice::kAsynchronous;
    calls = 0;
}

void begin_window(int next) {
    window = next;
    calls = 0;
    is_asynchronous = next % 2 == 0;
}

// The program's time is what counts, so that of its computation is a part of it, too.
void end_window() {
    elapsed[is_asynchronous] += now() - begun;
    if (window + 1 < kWindows)
        begin_window(window + 1);
    else
        keep(elapsed[1] < kWorthIt * elapsed[0] ? Choice::kAsynchronous : Choice::kSynchronous);
}

void end_look() {
    if (in_calls / kWindow < kCostOfOverlap)
        return keep(Choice::kSynchronous);
    phase = Phase::kTry;
    elapsed[0] = elapsed[1] = 0;
    begin_window(0);
}

void add(Timed *timed, std::int64_t nanoseconds) {
    timed->calls++;
    timed->nanoseconds += nanoseconds;
}

void look_again() {
    phase = Phase::kLook;
    is_asynchronous = false;
    calls = 0;
    in_calls = 0;
}

}  // namespace

std::int64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1'000'000'000) + time.tv_nsec;
}

bool choose() {
    if (phase == Phase::kKeep && calls == kKept)
        look_again();
    if (phase == Phase::kTry && calls == kSettling)
        begun = now();
    if (phase == Phase::kTry && calls == kWindow)
        end_window();
    if (phase == Phase::kLook && calls == kWindow)
        end_look();
    calls++;
    return is_asynchronous;
}

bool is_looking() {
    return phase == Phase::kLook || (phase == Phase::kTry && !is_asynchronous);
}

void call_took(Record *record, Site *site, std::int64_t nanoseconds) {
    if (phase == Phase::kLook)
        in_calls += nanoseconds;
    add(&site->timed, nanoseconds);
    if (record)
        add(&record->timed, nanoseconds);
}

Choice last_choice() {
    return chosen;
}

void begin_with(Choice choice) {
    keep(choice);
}

}  // namespace mpimon::overlap
