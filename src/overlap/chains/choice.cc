#include "choice.h"

#include <time.h>

#include <algorithm>

namespace mpimon::overlap {

namespace {

// Numbers of calls. What is tried costs at most a hundredth of what follows.
constexpr int kWindow = 64;        // synchronous, or not, together
constexpr int kSettling = 8;       // first ones of a window, which still feel the one before
constexpr int kPairs = 3;          // of an asynchronous window and a synchronous one
constexpr int kKept = 40'000;      // before it is tried again
constexpr double kWorthIt = 0.97;  // of the time without
constexpr int kRemembered = 64;    // of each place and signature
constexpr std::int64_t kMostOfOne = 4;

enum class Phase { kLook, kTry, kKeep };

Phase phase = Phase::kLook;
Choice chosen = Choice::kUnknown;
int calls;  // of the phase's window
int window;
std::int64_t in_calls;            // time of this phase's calls
std::int64_t begun;               // when the window had settled
std::int64_t elapsed[2][kPairs];  // by whether calls were asynchronous
bool is_asynchronous;

void keep(Choice choice) {
    phase = Phase::kKeep;
    chosen = choice;
    is_asynchronous = choice == Choice::kAsynchronous;
    calls = 0;
}

// The first one is asynchronous, too, and not timed: chains are not known yet.
void begin_window(int next) {
    window = next;
    calls = 0;
    is_asynchronous = next == 0 || next % 2 == 1;
}

// Of all windows of a kind the one in the middle, so that one in which the host did something else decides nothing.
std::int64_t usual(bool asynchronous) {
    std::int64_t *const first = elapsed[asynchronous], *const middle = first + kPairs / 2;
    std::nth_element(first, middle, first + kPairs);
    return *middle;
}

// The program's time is what counts, so that of its computation is a part of it, too.
void end_window() {
    if (window > 0)
        elapsed[is_asynchronous][(window - 1) / 2] = now() - begun;
    if (window < 2 * kPairs)
        begin_window(window + 1);
    else
        keep(usual(true) < kWorthIt * usual(false) ? Choice::kAsynchronous : Choice::kSynchronous);
}

void end_look() {
    if (in_calls / kWindow < kCostOfOverlap)
        return keep(Choice::kSynchronous);
    phase = Phase::kTry;
    begin_window(0);
}

// Of calls long ago less and less is remembered.
void add(Timed *timed, std::int64_t nanoseconds) {
    if (timed->calls == kRemembered) {
        timed->calls /= 2;
        timed->nanoseconds /= 2;
    }
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
    return is_asynchronous ? phase == Phase::kKeep : phase != Phase::kKeep;
}

// While calls are asynchronous, those that are fast come here alone, which tells nothing of others of their site. One
// that once took long, since the host did something else, is fast still; one that often does is not.
void call_took(Record *record, Site *site, std::int64_t nanoseconds) {
    if (phase == Phase::kLook)
        in_calls += nanoseconds;
    if (phase == Phase::kKeep)
        nanoseconds = std::min(nanoseconds, kMostOfOne * kCostOfOverlap);
    else
        add(&site->timed, nanoseconds);
    add(&record->timed, nanoseconds);
}

Choice last_choice() {
    return chosen;
}

void begin_with(Choice choice) {
    keep(choice);
}

}  // namespace mpimon::overlap
