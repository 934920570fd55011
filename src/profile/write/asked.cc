#include "profile/write/asked.h"

#include <errno.h>

#include "engine/walk.h"
#include "profile/write/array.h"
#include "profile/write/segment_view.h"

namespace mpimon {

namespace {

// The user's calls of one operation on one communicator; of an operation with a root those in which this was it.
struct Calls {
    uint32_t communicator;
    uint32_t operation;
    uint64_t calls;
    uint64_t bytes;
};

template <class Left, class Right>
int compare_operations(const Left &a, const Right &b) {
    return a.communicator != b.communicator ? compare_values(a.communicator, b.communicator)
                                            : compare_values(a.operation, b.operation);
}

int compare_calls(const void *left, const void *right) {
    return compare_operations(*static_cast<const Calls *>(left), *static_cast<const Calls *>(right));
}

void add_calls(Calls &sum, const Calls &calls) {
    sum.calls += calls.calls;
    sum.bytes += calls.bytes;
}

int compare_kept(const void *left, const void *right) {
    return compare_operations(*static_cast<const mpimon_asked *>(left), *static_cast<const mpimon_asked *>(right));
}

class Reader {
  public:
    Reader(const SegmentView &segment, mpimon_asked_visit *visit, void *context)
        : segment_(segment), visit_(visit), context_(context) {}

    int run() {
        segment_.each<mpimon_communicator>(
            [&](const mpimon_communicator &item, uint32_t) { communicators_.push(&item); });
        segment_.each<mpimon_name>([&](const mpimon_name &item, uint32_t) { names_.push(&item); });
        collect_calls();
        collect_kept();
        if (communicators_.failed() || names_.failed() || calls_.failed() || kept_.failed())
            return ENOMEM;
        size_t next = 0;
        for (const Calls &calls : calls_) {
            while (next < kept_.size() && compare_operations(kept_[next], calls) < 0)
                visit_kept(kept_[next++]);
            Calls others = calls;
            for (; next < kept_.size() && compare_operations(kept_[next], calls) == 0; ++next) {
                take_off(others, kept_[next]);
                visit_kept(kept_[next]);
            }
            visit_calls(others);
        }
        while (next < kept_.size())
            visit_kept(kept_[next++]);
        return 0;
    }

  private:
    bool known(uint32_t communicator, uint32_t operation) const {
        return communicator < communicators_.size() && operation < names_.size() &&
               strnlen(names_[operation]->text, MPIMON_NAME) < MPIMON_NAME;
    }

    mpimon_operation operation_of(uint32_t name) const { return mpimon_operation_of(names_[name]->text); }

    void collect_calls() {
        segment_.each<mpimon_collective>([&](const mpimon_collective &item, uint32_t) {
            if (item.role != MPIMON_ROLE_CALL || !known(item.communicator, item.operation))
                return;
            const bool rooted = operation_of(item.operation).kind != MPIMON_ALL_TO_ALL;
            calls_.push({item.communicator, item.operation, mpimon_read(rooted ? &item.root_calls : &item.calls),
                         mpimon_read(rooted ? &item.root_bytes : &item.bytes)});
        });
        calls_.sort_and_join(compare_calls, add_calls);
    }

    void collect_kept() {
        segment_.each<mpimon_asked>([&](const mpimon_asked &item, uint32_t) {
            if (known(item.communicator, item.operation))
                kept_.push({item.communicator, item.peer, item.operation, 0, mpimon_read(&item.calls),
                            mpimon_read(&item.bytes)});
        });
        kept_.sort(compare_kept);
    }

    bool is_self(uint32_t peer) const { return peer == segment_.header().world_rank; }

    static void take(uint64_t &from, uint64_t amount) { from -= amount < from ? amount : from; }

    // Of the calls, those whose volumes are kept: the process's own item says how many they are, and all items together
    // how many bytes, but for operations in which the process has as many of its own as are exchanged with each other.
    void take_off(Calls &others, const mpimon_asked &kept) const {
        if (is_self(kept.peer))
            take(others.calls, kept.calls);
        if (is_self(kept.peer) || operation_of(kept.operation).share != MPIMON_SHARE_EACH)
            take(others.bytes, kept.bytes);
    }

    void visit_kept(const mpimon_asked &kept) const {
        if (is_self(kept.peer))
            return;
        const mpimon_asked_volume volume = {kept.communicator, operation_of(kept.operation).kind, kept.peer, kept.calls,
                                            kept.bytes};
        visit_(context_, &volume);
    }

    // What the calls themselves tell.
    void visit_calls(const Calls &calls) const {
        const mpimon_communicator &communicator = *communicators_[calls.communicator];
        const mpimon_operation operation = operation_of(calls.operation);
        if (calls.calls == 0)
            return;
        if (operation.share == MPIMON_SHARE_UNKNOWN || !segment_.has_members(communicator)) {
            visit_unknown(calls, communicator, operation);
            return;
        }
        const bool inter = communicator.kind == MPIMON_INTERCOMM;
        const uint64_t processes = inter ? communicator.remote_size : communicator.size;
        const uint64_t share =
            operation.share == MPIMON_SHARE_SPLIT && processes > 0 ? calls.bytes / processes : calls.bytes;
        const uint64_t first =
            operation.share == MPIMON_SHARE_HIGHER ? static_cast<uint64_t>(communicator.rank) + 1 : 0;
        for (uint64_t i = first; i < processes; ++i) {
            const uint32_t peer = segment_.member(communicator, inter ? communicator.size + i : i);
            const mpimon_asked_volume volume = {calls.communicator, operation.kind, peer, calls.calls, share};
            if (!is_self(peer))
                visit_(context_, &volume);
        }
    }

    void visit_unknown(const Calls &calls, const mpimon_communicator &communicator, mpimon_operation operation) const {
        const bool inter = communicator.kind == MPIMON_INTERCOMM;
        const uint32_t others = inter ? communicator.remote_size : communicator.size - (communicator.size > 0 ? 1 : 0);
        const uint64_t bytes = mpimon_exchanged_bytes(operation, calls.bytes, others, inter ? 1 : 0,
                                                      static_cast<uint32_t>(communicator.rank));
        const mpimon_asked_volume volume = {calls.communicator, operation.kind, MPIMON_PEER_UNKNOWN, 1, bytes};
        visit_(context_, &volume);
    }

    const SegmentView &segment_;
    mpimon_asked_visit *visit_;
    void *context_;
    Array<const mpimon_communicator *> communicators_;
    Array<const mpimon_name *> names_;
    Array<Calls> calls_;
    Array<mpimon_asked> kept_;
};

}  // namespace

}  // namespace mpimon

int mpimon_each_asked(const void *segment, mpimon_asked_visit *visit, void *context) {
    const mpimon::SegmentView view(segment);
    return view.valid() ? mpimon::Reader(view, visit, context).run() : EINVAL;
}
