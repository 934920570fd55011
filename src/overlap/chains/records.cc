#include "records.h"

#include "../hash.h"
#include "../library.h"
#include "../start.h"

namespace mpimon::overlap {

namespace {

constexpr int kMostRecords = 512;  // a power of two
constexpr int kEnoughTimes = 8;    // calls whose times are enough to go by

Record records[kMostRecords];

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

bool has_enough(const Timed &timed) {
    return timed.calls >= kEnoughTimes;
}

bool is_fast(const Timed &timed) {
    return has_enough(timed) && timed.nanoseconds < kCostOfOverlap * timed.calls;
}

void begin(Record *record, const Signature &signature) {
    record->is_used = true;
    record->signature = signature;
    record->key = key_of(signature);
    const Role role = known_role(record->key);
    record->ended = role == Role::kEnds ? settings().confidence : 0;
    record->went_on = record->followed = role == Role::kGoesOn ? settings().confidence : 0;
    record->timed.calls = known_role(key_of_rank(record->key)) == Role::kFast ? kEnoughTimes : 0;
}

}  // namespace

Record *find_record(const Signature &signature) {
    const std::size_t start = hash_of(signature);
    for (int i = 0; i < kMostRecords / 2; i++) {
        Record &record = records[(start + i) % kMostRecords];
        if (!record.is_used)
            begin(&record, signature);
        if (record.signature == signature)
            return &record;
    }
    return nullptr;
}

Role role_of(const Record &record) {
    const int confidence = settings().confidence;
    if (record.ended >= confidence)
        return Role::kEnds;
    return record.went_on >= confidence && record.followed >= confidence ? Role::kGoesOn : Role::kUnknown;
}

bool is_fast(const Record *record, const Site &site) {
    return is_fast(record && has_enough(record->timed) ? record->timed : site.timed);
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
        *role = is_fast(record.timed) ? Role::kFast : Role::kUnknown;
    }
    return true;
}

}  // namespace mpimon::overlap
