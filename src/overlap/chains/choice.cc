#include "choice.h"

#include <time.h>

#include <algorithm>
#include <cstdlib>

namespace mpimon::overlap {

namespace {

// Numbers of calls. What is tried costs a few hundredths of what follows at most, and mostly less than one.
constexpr int kWindow = 64;    // synchronous, or not, together
constexpr int kSettling = 8;   // first ones of a window, which still feel the one before
constexpr int kKept = 40'000;  // before it is tried again

// An asynchronous window and the synchronous one after it are a pair. So many more pairs have to be for a choice than
// against it, which chance alone seldom brings about: the first iterations of a program are no steady ones, least of
// all where processes are more than cores. Where as many are for it as against it, either choice will do.
constexpr int kLead = 3;
constexpr int kMostPairs = 9;
constexpr double kWorthIt = 0.97;  // of the time without
constexpr int kRemembered = 64;    // of each place and signature
constexpr std::int64_t kMostOfOne = 4;

enum class Phase { kLook, kTry, kKeep };

Phase phase = Phase::kLook;
Choice chosen = Choice::kUnknown;
int calls;  // of the phase's window
int window;
std::int64_t in_calls;              // time of this phase's calls
std::int64_t begun;                 // when the window had settled
std::int64_t elapsed_asynchronous;  // of the pair's first window
int lead;                           // pairs in which being asynchronous was worth it, less the others
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

// The program's time is what counts, so that of its computation is a part of it, too.
void end_pair(std::int64_t elapsed_synchronous) {
    lead += elapsed_asynchronous < kWorthIt * elapsed_synchronous ? 1 : -1;
    if (std::abs(lead) == kLead || window == 2 * kMostPairs)
        keep(lead > 0 ? Choice::kAsynchronous : Choice::kSynchronous);
}

void end_window() {
    const std::int64_t elapsed = now() - begun;
    if (is_asynchronous)
        elapsed_asynchronous = elapsed;
    else
        end_pair(elapsed);
    if (phase == Phase::kTry)
        begin_window(window + 1);
}

void end_look() {
    if (in_calls / kWindow < kCostOfOverlap)
        return keep(Choice::kSynchronous);
    phase = Phase::kTry;
    lead = 0;
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
