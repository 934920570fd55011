#include "profile/write/encode/encode_waits.h"

#include <string.h>

#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

// Compares by fields, the first one first.
template <size_t kFields>
int compare_fields(const uint32_t (&a)[kFields], const uint32_t (&b)[kFields]) {
    for (size_t i = 0; i < kFields; ++i)
        if (a[i] != b[i])
            return compare_values(a[i], b[i]);
    return 0;
}

int compare_waits(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_wait *>(left);
    const auto &b = *static_cast<const mpimon_wait *>(right);
    const uint32_t fields_a[] = {a.communicator, a.peer, a.traffic_class, a.kind, a.operation, a.context};
    const uint32_t fields_b[] = {b.communicator, b.peer, b.traffic_class, b.kind, b.operation, b.context};
    return compare_fields(fields_a, fields_b);
}

void add_wait(mpimon_wait &sum, const mpimon_wait &wait) {
    sum.waits += wait.waits;
    sum.time += wait.time;
    if (wait.longest > sum.longest)
        sum.longest = wait.longest;
}

int compare_sizes(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_collective_size *>(left);
    const auto &b = *static_cast<const mpimon_collective_size *>(right);
    const uint32_t fields_a[] = {a.communicator, a.operation, a.algorithm, a.mode, a.is_root, a.shared_memory, a.bin};
    const uint32_t fields_b[] = {b.communicator, b.operation, b.algorithm, b.mode, b.is_root, b.shared_memory, b.bin};
    return compare_fields(fields_a, fields_b);
}

void add_size(mpimon_collective_size &sum, const mpimon_collective_size &size) {
    sum.calls += size.calls;
    sum.bytes += size.bytes;
    sum.time += size.time;
}

int compare_trials(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_trial *>(left);
    const auto &b = *static_cast<const mpimon_trial *>(right);
    const uint32_t fields_a[] = {a.communicator, a.operation, a.bin, a.candidate, a.algorithm};
    const uint32_t fields_b[] = {b.communicator, b.operation, b.bin, b.candidate, b.algorithm};
    return compare_fields(fields_a, fields_b);
}

// Adds what another thread counted: the squares become those of the distances from the mean of all threads.
void add_trial(mpimon_trial &sum, const mpimon_trial &trial) {
    const auto before = static_cast<double>(sum.calls), added = static_cast<double>(trial.calls);
    const double distance = trial.mean - sum.mean;
    sum.calls += trial.calls;
    sum.mean += distance * added / (before + added);
    sum.squares += trial.squares + distance * distance * before * added / (before + added);
}

void write_double(Wire &wire, uint32_t field, double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    wire.fixed64(field, bits);
}

}  // namespace

bool encode_waits(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t names = segment.count<mpimon_name>();
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    const uint32_t contexts = segment.count<mpimon_context>();
    Array<mpimon_wait> waits;
    segment.each<mpimon_wait>([&](const mpimon_wait &wait, uint32_t) {
        if (wait.waits == 0)
            return;
        if ((wait.communicator < communicators || wait.communicator == MPIMON_NONE) &&
            segment.sound_peer(wait.peer, foreign_peers) && wait.traffic_class < MPIMON_CLASSES &&
            wait.kind < MPIMON_WAIT_KINDS && wait.operation <= names &&
            SegmentView::sound_context(wait.context, contexts))
            waits.push(wait);
        else
            ++skipped;
    });
    if (waits.failed())
        return false;
    waits.sort_and_join(compare_waits, add_wait);
    for (const mpimon_wait &wait : waits) {
        const size_t start = wire.open(field::Process::wait);
        wire.integer(field::Wait::communicator, wait.communicator + 1);  // NONE + 1 is 0
        wire.integer(field::Wait::peer, wait.peer);
        wire.integer(field::Wait::traffic_class, wait.traffic_class);
        wire.integer(field::Wait::kind, wait.kind);
        wire.integer(field::Wait::operation, wait.operation);
        wire.integer(field::Wait::context, wait.context);
        wire.integer(field::Wait::waits, wait.waits);
        wire.integer(field::Wait::time_ns, mpimon_ticks_to_ns(&segment.header(), wait.time));
        wire.integer(field::Wait::longest_ns, mpimon_ticks_to_ns(&segment.header(), wait.longest));
        wire.close(start);
    }
    return true;
}

bool encode_collective_sizes(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t names = segment.count<mpimon_name>();
    Array<mpimon_collective_size> sizes;
    segment.each<mpimon_collective_size>([&](const mpimon_collective_size &size, uint32_t) {
        if (size.calls == 0)
            return;
        if (size.communicator < communicators && size.operation < names && size.algorithm < names &&
            size.mode <= MPIMON_PERSISTENT && size.bin < MPIMON_BINS)
            sizes.push(size);
        else
            ++skipped;
    });
    if (sizes.failed())
        return false;
    sizes.sort_and_join(compare_sizes, add_size);
    for (const mpimon_collective_size &size : sizes) {
        const size_t start = wire.open(field::Process::collective_size);
        wire.integer(field::CollectiveSize::communicator, size.communicator);
        wire.integer(field::CollectiveSize::operation, size.operation);
        wire.integer(field::CollectiveSize::algorithm, size.algorithm);
        wire.integer(field::CollectiveSize::mode, size.mode);
        wire.integer(field::CollectiveSize::shared_memory, size.shared_memory != 0);
        wire.integer(field::CollectiveSize::root, size.is_root != 0);
        wire.integer(field::CollectiveSize::bin, size.bin);
        wire.integer(field::CollectiveSize::calls, size.calls);
        wire.integer(field::CollectiveSize::bytes, size.bytes);
        wire.integer(field::CollectiveSize::time_ns, mpimon_ticks_to_ns(&segment.header(), size.time));
        wire.close(start);
    }
    return true;
}

bool encode_trials(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t names = segment.count<mpimon_name>();
    Array<mpimon_trial> trials;
    segment.each<mpimon_trial>([&](const mpimon_trial &trial, uint32_t) {
        if (trial.calls == 0)
            return;
        if (trial.communicator < communicators && trial.operation < names && trial.algorithm < names &&
            trial.candidate < names && trial.bin < MPIMON_BINS)
            trials.push(trial);
        else
            ++skipped;
    });
    if (trials.failed())
        return false;
    trials.sort_and_join(compare_trials, add_trial);
    constexpr uint64_t kManyTicks = 1000000000;
    const double ns_per_tick =
        static_cast<double>(mpimon_ticks_to_ns(&segment.header(), kManyTicks)) / static_cast<double>(kManyTicks);
    for (const mpimon_trial &trial : trials) {
        const size_t start = wire.open(field::Process::trial);
        wire.integer(field::Trial::communicator, trial.communicator);
        wire.integer(field::Trial::operation, trial.operation);
        wire.integer(field::Trial::algorithm, trial.algorithm);
        wire.integer(field::Trial::candidate, trial.candidate);
        wire.integer(field::Trial::bin, trial.bin);
        wire.integer(field::Trial::calls, trial.calls);
        write_double(wire, field::Trial::mean_ns, trial.mean * ns_per_tick);
        write_double(wire, field::Trial::squares_ns2, trial.squares * ns_per_tick * ns_per_tick);
        wire.close(start);
    }
    return true;
}

}  // namespace mpimon
