#include "choice.h"

#include <time.h>

#include "chains.h"

namespace mpimon::overlap {

namespace {

// Numbers of calls. What is tried costs a few hundredths of what follows at most, and mostly less than one.
constexpr int kWindow = 64;
constexpr int kSettling = 8;
constexpr int kKept = 40'000;  // before it is tried again

enum class Phase { kLook, kTry, kKeep };

Phase phase = Phase::kLook;
Choice chosen = Choice::kUnknown;
Turns<kSettling, kWindow> turns;  // of phase kTry
int calls;                        // of the other two
std::int64_t in_calls;            // time of phase kLook's calls
bool is_asynchronous;

void keep(Choice choice) {
    phase = Phase::kKeep;
    chosen = choice;
    is_asynchronous = choice == Choice::kAsynchronous;
    calls = 0;
}

void end_look() {
    if (in_calls / kWindow < kCostOfOverlap)
        return keep(Choice::kSynchronous);
    phase = Phase::kTry;
    turns = {};
}

void take_turn() {
    is_asynchronous = turns.next(now(), are_chains_tried());
    if (turns.choice() != Choice::kUnknown)
        keep(turns.choice());
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
    if (phase == Phase::kLook && calls == kWindow)
        end_look();
    if (phase == Phase::kTry)
        take_turn();
    calls++;
    return is_asynchronous;
}

bool is_looking() {
    return is_asynchronous ? phase == Phase::kKeep : phase != Phase::kKeep;
}

// While calls are asynchronous, those that are fast come here alone, which tells nothing of others of their site.
void call_took(Record *record, Site *site, std::int64_t nanoseconds) {
    if (phase == Phase::kLook)
        in_calls += nanoseconds;
    if (phase == Phase::kKeep)
        return record->times.add_to_known(nanoseconds);
    site->times.add(nanoseconds);
    record->times.add(nanoseconds);
}

Choice last_choice() {
    return chosen;
}

void begin_with(Choice choice) {
    keep(choice);
}

}  // namespace mpimon::overlap
