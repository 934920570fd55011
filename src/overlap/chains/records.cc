#include "records.h"

#include "../hash.h"
#include "../library.h"
#include "../start.h"

namespace mpimon::overlap {

namespace {

constexpr int kMostRecords = 512;  // a power of two
constexpr int kProbes = 8;         // where a signature may be
constexpr int kFirstLook = 64;

Record records[kMostRecords];
std::uint64_t searches;

std::uint64_t number(const void *address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

std::size_t hash_of(const Signature &s) {
    return mix({number(s.caller), number(s.sent.buffer), number(s.received.buffer), std::uint64_t(s.sent.peer),
                std::uint64_t(s.received.peer), std::uint64_t(s.sent.tag ^ s.received.tag)});
}

// The key is made of what is the same in all runs: so it has peers by their distance from this rank.
std::uint64_t key_of(const Signature &s) {
    int rank = 0;
    library.comm_rank(s.comm, &rank);
    return mix({offset_in_program(s.caller), std::uint64_t(s.kind), std::uint64_t(s.sent.count),
                std::uint64_t(s.received.count), std::uint64_t(s.sent.peer - rank),
                std::uint64_t(s.received.peer - rank), std::uint64_t(s.sent.tag), std::uint64_t(s.received.tag)});
}

// What is fast for one process need not be for another with the same key.
std::uint64_t key_of_rank(std::uint64_t key) {
    return mix({key, own_rank() + 1});
}

void begin(Record *record, const Signature &signature) {
    *record = {};
    record->is_used = true;
    record->signature = signature;
    record->key = key_of(signature);
    const Role role = known_role(record->key);
    record->look_after = kFirstLook;
    record->ended = role == Role::kEnds ? settings().confidence : 0;
    record->went_on = record->followed = role == Role::kGoesOn ? settings().confidence : 0;
    if (known_role(key_of_rank(record->key)) == Role::kFast)
        record->times.begin_short();
}

}  // namespace

// A program whose buffers move makes new signatures all the time, so the one that was called longest ago gives way.
// Others that have it as the next one of their chain then expect another call, which breaks that chain once.
Record *find_record(const Signature &signature, Record *guess) {
    if (guess && guess->signature == signature) {
        guess->last_use = ++searches;
        return guess;
    }
    const std::size_t start = hash_of(signature);
    Record *oldest = &records[start % kMostRecords], *found = nullptr;
    for (int i = 0; i < kProbes && !found; i++) {
        Record &record = records[(start + i) % kMostRecords];
        if (record.last_use < oldest->last_use)
            oldest = &record;
        if (record.is_used && record.signature == signature)
            found = &record;
    }
    if (!found)
        begin(found = oldest, signature);
    found->last_use = ++searches;
    return found;
}

Role role_of(const Record &record) {
    const int confidence = settings().confidence;
    if (record.ahead == Ahead::kTouch)
        return Role::kEnds;
    if (record.ahead == Ahead::kCall && record.followed > 0)
        return Role::kGoesOn;
    if (record.ended >= confidence || record.is_waited_for)
        return Role::kEnds;
    return record.went_on >= confidence && record.followed >= confidence ? Role::kGoesOn : Role::kUnknown;
}

bool is_fast(const Record *record, const Site &site) {
    return (record->times.are_enough() ? record->times : site.times).are_short();
}

bool role_of_record(int number, std::uint64_t *key, Role *role) {
    if (number == 2 * kMostRecords)
        return false;
    const Record &record = records[number / 2];
    if (!record.is_used) {
        *role = Role::kUnknown;
    } else if (number % 2 == 0) {
        *key = record.key;
        *role = role_of(record);
    } else {
        *key = key_of_rank(record.key);
        *role = record.times.are_short() ? Role::kFast : Role::kUnknown;
    }
    return true;
}

}  // namespace mpimon::overlap
