#include "chains.h"

#include <time.h>

#include <cstdio>
#include <initializer_list>

#include "../counters.h"
#include "../flight/flight.h"
#include "../start.h"

namespace mpimon::overlap {

namespace {

constexpr int kMostRecords = 512;  // a power of two
constexpr int kLongestChain = 64;
constexpr int kLooks = 64;  // how often it is looked whether a chain still ends where it did: once in so many times
constexpr std::int64_t kAtOnce = 20'000;  // nanoseconds in which nothing worth it could have been computed

// What is known of a call. Counts begin anew when something else happens.
struct Record {
    bool is_used;
    Signature signature;
    Range received;
    Record *next;  // which call came after it
    int followed;  // how often in a row
    int ended;     // how often in a row the program touched the messages at once
    int went_on;   // how often in a row the next call came before it touched any
    bool was_shown;
};

Record records[kMostRecords];
Record *last;           // the call before this one
bool waits_at_end;      // as the last of a chain
int left;               // calls of the chain that are still expected
std::int64_t returned;  // when the last call did
std::int64_t touched;   // when the program first waited after it; 0: not yet

std::int64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1'000'000'000) + time.tv_nsec;
}

std::size_t hash(const Signature &s) {
    std::size_t value = 0;
    for (std::uintptr_t part :
         {reinterpret_cast<std::uintptr_t>(s.caller), reinterpret_cast<std::uintptr_t>(s.sent.buffer),
          reinterpret_cast<std::uintptr_t>(s.received.buffer), std::uintptr_t(s.sent.peer + 7),
          std::uintptr_t(s.received.peer + 3), std::uintptr_t(s.sent.tag ^ s.received.tag)})
        value = (value ^ part) * 0x9e3779b97f4a7c15u;
    return value >> 32;
}

// The call's record, a new one where it has none; null where there is no room for one.
Record *find(const Signature &signature) {
    const std::size_t start = hash(signature);
    for (int i = 0; i < kMostRecords / 2; i++) {
        Record &record = records[(start + i) % kMostRecords];
        if (!record.is_used) {
            record.is_used = true;
            record.signature = signature;
            return &record;
        }
        if (record.signature == signature)
            return &record;
    }
    return nullptr;
}

// Learns what came after the last call. Where nothing was protected any more, the program may have touched it unseen.
void learn(Record *record) {
    if (last->next == record) {
        last->followed++;
    } else {
        last->next = record;
        last->followed = 0;
    }
    if (!touched) {
        if (is_anything_protected()) {
            last->went_on++;
            last->ended = 0;
        }
    } else {
        last->went_on = 0;
        last->ended = touched - returned <= kAtOnce ? last->ended + 1 : 0;
    }
}

// A chain was expected to go on, and does not.
void break_chain() {
    left = 0;
    counters[MPIMON_OVERLAP_BROKEN]++;
    last->went_on = last->followed = 0;
    if (last->was_shown || !(settings().debug_all || settings().debug_rank >= 0))
        return;
    last->was_shown = true;
    std::fprintf(stderr, "overlap: the chain of calls after the one at %p is broken\n", last->signature.caller);
}

// How many calls a chain that begins here has, and what it receives into; 0: it is none.
int length_of_chain(const Record *record, Range *pages) {
    const int confidence = settings().confidence;
    *pages = record->received;
    for (int length = 1; length <= kLongestChain; length++) {
        if (record->ended >= confidence)
            return length;
        if (record->went_on < confidence || record->followed < confidence)
            return 0;
        record = record->next;
        if (record->received.bytes())
            *pages = pages->bytes() ? pages->hull(record->received) : record->received;
    }
    return 0;
}

// Where a call waits, the program cannot be seen to touch what it received. So now and then it does not.
bool waits(const Record *record) {
    return record->ended % kLooks != 0;
}

Step begin_chain(const Record *record) {
    Step step = {Way::kAlone, {0, 0}};
    left = length_of_chain(record, &step.pages);
    if (left == 0)
        return step;
    step.way = left > 1 ? Way::kFirst : waits(record) ? Way::kSingle : Way::kAlone;
    counters[MPIMON_OVERLAP_CHAINS]++;
    left--;
    return step;
}

}  // namespace

Step next_step(const Signature &signature, const Range &received) {
    if (settings().mode == Mode::kPaging)
        return {Way::kAlone, {0, 0}};
    Record *record = find(signature);
    const bool is_expected = left > 0 && record && last->next == record && !touched;
    if (left > 0 && !is_expected && !touched)
        break_chain();
    if (last && record)
        learn(record);
    Step step = {Way::kAlone, {0, 0}};
    if (record) {
        record->received = received;
        if (is_expected)
            step.way = --left == 0 && waits(record) ? Way::kLast : Way::kWithin;
        else
            step = begin_chain(record);
    }
    counters[MPIMON_OVERLAP_CHAINED] += step.way != Way::kAlone;
    last = record;
    waits_at_end = step.way == Way::kLast || step.way == Way::kSingle;
    return step;
}

void call_returns() {
    if (settings().mode == Mode::kPaging)
        return;
    returned = now();
    touched = waits_at_end ? returned : 0;
}

void program_waits() {
    if (settings().mode == Mode::kPaging || touched || !last)
        return;
    touched = now();
    if (left > 0)
        break_chain();
}

}  // namespace mpimon::overlap
