#include "chains.h"

#include <algorithm>
#include <atomic>

#include "../counters.h"
#include "../flight/flight.h"
#include "../flight/helper.h"
#include "../memory/areas.h"
#include "../signals/section.h"
#include "../sites.h"
#include "../start.h"
#include "choice.h"

namespace mpimon::overlap {

namespace {

constexpr int kLongestChain = 64;
constexpr int kSteady = 16;        // an end that was seen ahead so many times in a row is looked for once in as many
constexpr int kMostSeldom = 4096;  // between looks whether a chain still ends where it did
constexpr std::int64_t kAtOnce = 20'000;  // nanoseconds in which nothing worth it could have been computed

// Where the program goes on for so many times what its calls took while their messages are under way, that is worth it:
// to protect them takes twice what the calls did, or so. Else it is found out by turns.
constexpr std::int64_t kClearly = 20;
constexpr int kKept = 4096;            // chains, before it is tried again
constexpr std::uint64_t kLately = 64;  // calls

Record *last;           // the call before this one; null: not known
Site *last_site;        // where that is
bool waits_at_end;      // as the last of a chain
bool within_chain;      // as a call that is neither the first nor alone
bool is_chain_open;     // its messages stay in open memory
Sequence sequence;      // of the calls of that one
std::int64_t in_calls;  // time of the calls since the program last touched their messages, but for waiting
int left;               // calls of the chain that are still expected
std::int64_t returned;  // when the last call did
std::atomic<bool> others_waited;
std::uint64_t tried_in;  // the number of the last call of a chain that was tried waiting and not waiting
std::int64_t touched;    // when the program first waited after it; 0: not yet

// Whether the program went on for long enough before it needed what the calls since it last did have under way.
bool was_worth_it() {
    return take_longest_meanwhile() >= kClearly * in_calls;
}

// Learns that of what the last call ends, which the program touched, or may have touched unseen as it was at home
// again.
void learn_savings(std::int64_t now, bool is_worth_it) {
    const int confidence = settings().confidence;
    if (!waits_at_end)
        last->saved_little = is_worth_it ? 0 : last->saved_little + 1;
    if (last->turns.is_old(kKept))
        last->turns = {};
    const bool is_doubtful = last->saved_little >= confidence && last->ended < confidence;
    last->is_waited_for = is_doubtful && !last->turns.next(now);
    if (is_doubtful && last->turns.choice() == Choice::kUnknown)
        tried_in = this_call.number;
    in_calls = 0;
}

// Whether the last call mostly waits, and did not, to see what the program does.
bool was_look() {
    return !waits_at_end && last->ended > 0 && last->ended % last->look_after == 0;
}

// The program touched its messages after the last call. A look takes what protecting those of the whole chain does, so
// where it tells nothing new the next one is after twice as many.
void learn_touch(std::int64_t now) {
    const bool is_worth_it = was_worth_it(), is_known = was_look() && !is_worth_it;
    last->went_on = 0;
    if (is_known)
        last->look_after = std::min(2 * last->look_after, kMostSeldom);
    if (!last->is_waited_for)
        last->ended = is_known || touched - returned <= kAtOnce ? last->ended + 1 : 0;
    learn_savings(now, is_worth_it);
}

// Learns what came after the last call, until now.
void learn(Record *record, std::int64_t now) {
    const std::int64_t back = touched && !waits_at_end ? touched : now;
    const bool is_at_once = back - returned <= kAtOnce;
    last->at_once = is_at_once ? last->at_once + 1 : 0;
    if (last->next == record) {
        last->followed++;
    } else {
        last->followed = last->next ? 0 : last->followed;  // what a run before knew needs the next call once
        last->next = record;
    }
    const bool is_away = is_anything_protected() || is_anything_open();
    if (touched) {
        learn_touch(now);
    } else if (is_away) {
        last->went_on++;
        last->ended = last->saved_little = 0;
        last->is_waited_for = false;
    } else if (!is_at_once) {
        learn_savings(now, was_worth_it());
    }
}

// A chain was expected to go on, and does not.
void break_chain() {
    left = 0;
    counters[MPIMON_OVERLAP_BROKEN]++;
    if (last_site)
        last_site->broken++;
    last->went_on = last->followed = 0;
}

// Where a call waits, the program cannot be seen to touch what it received, unless ahead. So now and then it does not.
bool waits(const Record *record) {
    return record->ahead == Ahead::kTouch || record->is_waited_for || record->ended % record->look_after != 0;
}

void note_ahead(Record *record, Ahead ahead) {
    record->ahead = ahead;
    record->unknown = ahead == Ahead::kUnknown ? record->unknown + 1 : 0;
    record->touches = ahead == Ahead::kTouch ? record->touches + 1 : 0;
}

// Looks ahead before a call; where that was in vain, more and more seldom. Where it always was the end of a chain,
// which then waits, not each time either: at worst some wait in vain.
void foresee(Record *record, const Entry &entry, const Expected &expected) {
    const int times = record->unknown;
    const bool is_power_of_two = (times & (times - 1)) == 0;
    const bool looks = !is_shared() && (times < settings().confidence || is_power_of_two);
    const bool is_end = record->touches > kSteady && record->touches % kSteady != 0;
    if (looks && is_end)
        record->touches++;
    else
        note_ahead(record, looks ? look_ahead(entry, expected, &record->path) : Ahead::kUnknown);
}

// Where it is, if it is of one certain process.
Range range_of(const Half &half, const Message &message) {
    return half.peer >= 0 ? message.range() : Range{0, 0};
}

Expected describe_messages(Record *record) {
    const Half &sent = record->signature.sent, &received = record->signature.received;
    Messages &messages = record->messages;
    if (record->described != handles_age()) {
        messages = {describe(sent), describe(received)};
        record->described = handles_age();
    }
    record->received = range_of(received, messages.received);
    return {record->received, range_of(sent, messages.sent)};
}

std::uint64_t age_of_checks() {
    return handles_age() + areas_age();
}

// What is known of a chain before it begins.
struct Chain {
    int length;     // in calls; 0: it is none
    Range pages;    // that it receives into
    bool can_open;  // the program was seen to go straight on to its next calls, and the last one waits for all
};

Chain chain_from(const Record *record) {
    Chain chain = {0, record->received, true};
    for (int length = 1; length <= kLongestChain && record; length++) {
        const Role role = role_of(*record);
        if (role == Role::kUnknown)
            return chain;
        if (role == Role::kEnds) {
            chain.length = length;
            chain.can_open = chain.can_open && length > 1 && waits(record);
            return chain;
        }
        chain.can_open = chain.can_open && record->ahead == Ahead::kCall;
        record = record->next;
        if (record)
            chain.pages = chain.pages.hull(record->received);
    }
    return chain;
}

}  // namespace

void Step::begin_chain() {
    const Chain chain = chain_from(last);
    left = chain.length;
    pages_ = chain.pages;
    is_chain_open = chain.can_open && !is_anything_protected() && !is_shared();
    sequence.begin();
    if (left == 0)
        return;
    way_ = left > 1 ? Way::kFirst : waits(last) ? Way::kSingle : Way::kAlone;
    counters[MPIMON_OVERLAP_CHAINS]++;
    left--;
}

Step::Step(const Signature &signature, const Entry &entry) : begun_(this_call.begun) {
    if (is_shared() && others_waited.exchange(false))
        begin_to_wait();
    Record *record = record_of(signature);
    const bool is_expected = left > 0 && last->next == record && !touched;
    if (left > 0 && !is_expected)
        break_chain();
    // Also where the chain was at its end, and the program has gone on all the same.
    if (!is_expected && is_anything_open())
        complete_protected();
    if (last)
        learn(record, begun_);
    last = record_ = record;
    last_site = this_call.site;
    waits_at_end = within_chain = false;
    const Expected expected = describe_messages(record);
    if (settings().mode == Mode::kPaging)
        return;
    // What goes on in an open chain is looked at when it has begun.
    const bool goes_on = is_expected ? is_chain_open && left > 1 : record->ahead == Ahead::kCall;
    if (!goes_on)
        foresee(record, entry, expected);
    if (is_expected)
        way_ = --left == 0 && waits(record) ? Way::kLast : Way::kWithin;
    else
        begin_chain();
    if (goes_on && !is_open())
        foresee(record, entry, expected);
    counters[MPIMON_OVERLAP_CHAINED] += way_ != Way::kAlone;
    waits_at_end = way_ == Way::kLast || way_ == Way::kSingle;
    within_chain = way_ == Way::kLast || way_ == Way::kWithin;
}

Step::~Step() {
    returned = now();
    touched = waits_at_end ? returned : 0;
    const std::int64_t in_call = returned - begun_ - waited_in_call;
    in_calls += in_call;
    this_call.site->in_calls += in_call;
    publish_sites_in_time(returned);
    go_on(last && last->at_once >= settings().confidence);
}

bool Step::is_open() const {
    return is_chain_open && way_ != Way::kAlone;
}

Ahead Step::look_ahead(const Entry &entry) const {
    const Ahead ahead = overlap::look_ahead(entry, {}, &last->path);
    note_ahead(last, ahead);
    is_chain_open = ahead == Ahead::kCall;
    if (ahead == Ahead::kTouch) {
        break_chain();
        waits_at_end = true;
    }
    return ahead;
}

const Messages &Step::messages() const {
    return record_->messages;
}

bool Step::is_checked(const Status *status) const {
    return sequence.goes_on_with(record_->checked, age_of_checks(), status);
}

void Step::note_check(const Status *status, bool is_well) const {
    sequence.go_on_with(&record_->checked, age_of_checks(), status, is_well);
}

Record *record_of(const Signature &signature) {
    return find_record(signature, last ? last->next : nullptr);
}

bool are_chains_tried() {
    return tried_in && this_call.number - tried_in < kLately;
}

bool is_within_chain() {
    return within_chain;
}

void note_wait_of_other_thread() {
    others_waited.store(true, std::memory_order_relaxed);
}

void begin_to_wait() {
    if (touched || !last)
        return;
    touched = now();
    if (left > 0)
        break_chain();
}

}  // namespace mpimon::overlap
