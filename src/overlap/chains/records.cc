#include "records.h"

#include <dlfcn.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "../library.h"
#include "../start.h"

namespace mpimon::overlap {

namespace {

constexpr int kMostRecords = 512;  // a power of two
constexpr int kShown = 16;         // those that took most of the time

Record records[kMostRecords];

std::uint64_t mix(std::initializer_list<std::uint64_t> parts) {
    std::uint64_t value = 0;
    for (std::uint64_t part : parts) {
        value = (value ^ part) * 0x9e3779b97f4a7c15u;
        value ^= value >> 32;
    }
    return value;
}

std::uint64_t number(const void *address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

std::size_t place_of(const Signature &s) {
    return mix({number(s.caller), number(s.sent.buffer), number(s.received.buffer), std::uint64_t(s.sent.peer),
                std::uint64_t(s.received.peer), std::uint64_t(s.sent.tag ^ s.received.tag)});
}

// Of what is the same in all runs: peers by their distance from this rank.
std::uint64_t key_of(const Signature &s) {
    int rank = 0;
    library.comm_rank(s.comm, &rank);
    return mix({offset_in_executable(s.caller), std::uint64_t(s.kind), std::uint64_t(s.sent.count),
                std::uint64_t(s.received.count), std::uint64_t(s.sent.peer - rank),
                std::uint64_t(s.received.peer - rank), std::uint64_t(s.sent.tag), std::uint64_t(s.received.tag)});
}

void begin(Record *record, const Signature &signature) {
    record->is_used = true;
    record->signature = signature;
    record->key = key_of(signature);
    const Role role = known_role(record->key);
    record->ended = role == Role::kEnds ? settings().confidence : 0;
    record->went_on = record->followed = role == Role::kGoesOn ? settings().confidence : 0;
}

const char *name_of(Kind kind) {
    constexpr const char *kNames[] = {"MPI_Send", "MPI_Recv", "MPI_Sendrecv"};
    return kNames[static_cast<int>(kind)];
}

void show(const Record &record, int rank) {
    Dl_info place = {};
    dladdr(record.signature.caller, &place);
    const char *path = place.dli_fname ? place.dli_fname : "?";
    const char *name = std::strrchr(path, '/') ? std::strrchr(path, '/') + 1 : path;
    std::fprintf(stderr,
                 "overlap of rank %d: %s at %s+0x%" PRIx64 ": %" PRIu64
                 " calls, %.3f ms in them, %.3f ms waited later%s%s\n",
                 rank, name_of(record.signature.kind), name, number(record.signature.caller) - number(place.dli_fbase),
                 record.calls, 1e-6 * record.in_calls, 1e-6 * record.waited,
                 role_of(record) == Role::kEnds ? "; ends a chain" : "", record.broke ? "; broke a chain" : "");
}

}  // namespace

Record *find_record(const Signature &signature) {
    const std::size_t start = place_of(signature);
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

void show_records(int rank) {
    const Record *used[kMostRecords];
    int count = 0;
    for (const Record &record : records)
        if (record.is_used)
            used[count++] = &record;
    std::sort(used, used + count,
              [](const Record *a, const Record *b) { return a->in_calls + a->waited > b->in_calls + b->waited; });
    for (int i = 0; i < count && i < kShown; i++)
        show(*used[i], rank);
    if (count > kShown)
        std::fprintf(stderr, "overlap of rank %d: and %d calls that took less time\n", rank, count - kShown);
}

bool role_of_record(int index, std::uint64_t *key, Role *role) {
    if (index == kMostRecords)
        return false;
    *key = records[index].key;
    *role = records[index].is_used ? role_of(records[index]) : Role::kUnknown;
    return true;
}

}  // namespace mpimon::overlap
