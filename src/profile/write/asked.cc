#include "profile/write/asked.h"

#include <errno.h>

#include <algorithm>
#include <new>

#include "engine/tables/iterator.h"
#include "profile/write/encode/array.h"
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

// Compares for std::sort(), which needs no memory, where qsort() allocates some.
template <class Item>
bool is_before(const Item &a, const Item &b) {
    return compare_operations(a, b) < 0;
}

int compare_calls(const void *left, const void *right) {
    return compare_operations(*static_cast<const Calls *>(left), *static_cast<const Calls *>(right));
}

void add_calls(Calls &sum, const Calls &calls) {
    sum.calls += calls.calls;
    sum.bytes += calls.bytes;
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

// The lists are filled anew each time; their memory stays.
struct mpimon_asked_reader {
  public:
    // Makes room for a few items of each list.
    bool prepare() {
        constexpr size_t kFew = 64;
        const bool prepared =
            communicators_.append(kFew) && names_.append(kFew) && calls_.append(kFew) && kept_.append(kFew);
        clear();
        return prepared;
    }

    int read(const SegmentView &segment, mpimon_asked_visit *visit, void *context) {
        segment_ = &segment;
        visit_ = visit;
        context_ = context;
        clear();
        segment.each<mpimon_communicator>(
            [&](const mpimon_communicator &item, uint32_t) { communicators_.push(&item); });
        segment.each<mpimon_name>([&](const mpimon_name &item, uint32_t) { names_.push(&item); });
        collect_calls();
        collect_kept();
        if (communicators_.failed() || names_.failed() || calls_.failed() || kept_.failed())
            return ENOMEM;
        visit_all();
        return 0;
    }

  private:
    void clear() {
        communicators_.clear();
        names_.clear();
        calls_.clear();
        kept_.clear();
    }

    void visit_all() const {
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
    }

    bool known(uint32_t communicator, uint32_t operation) const {
        return communicator < communicators_.size() && operation < names_.size() &&
               strnlen(names_[operation]->text, MPIMON_NAME) < MPIMON_NAME;
    }

    mpimon_operation operation_of(uint32_t name) const { return mpimon_operation_of(names_[name]->text); }

    void collect_calls() {
        segment_->each<mpimon_collective>([&](const mpimon_collective &item, uint32_t) {
            if (item.role != MPIMON_ROLE_CALL || !known(item.communicator, item.operation))
                return;
            const bool rooted = operation_of(item.operation).kind != MPIMON_ALL_TO_ALL;
            calls_.push({item.communicator, item.operation, mpimon_read(rooted ? &item.root_calls : &item.calls),
                         mpimon_read(rooted ? &item.root_bytes : &item.bytes)});
        });
        std::sort(calls_.begin(), calls_.end(), is_before<Calls>);
        calls_.join(compare_calls, add_calls);
    }

    void collect_kept() {
        segment_->each<mpimon_asked>([&](const mpimon_asked &item, uint32_t) {
            if (known(item.communicator, item.operation))
                kept_.push({item.communicator, item.peer, item.operation, 0, mpimon_read(&item.calls),
                            mpimon_read(&item.bytes)});
        });
        std::sort(kept_.begin(), kept_.end(), is_before<mpimon_asked>);
    }

    bool is_self(uint32_t peer) const { return peer == segment_->header().world_rank; }

    static void take(uint64_t &from, uint64_t amount) { from -= amount < from ? amount : from; }

    // Takes off the calls whose volumes are kept: the process's own item says how many they are, and all items together
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

    // Visits the volumes that follow from the calls themselves.
    void visit_calls(const Calls &calls) const {
        const mpimon_communicator &communicator = *communicators_[calls.communicator];
        const mpimon_operation operation = operation_of(calls.operation);
        if (calls.calls == 0)
            return;
        if (operation.share == MPIMON_SHARE_UNKNOWN || !segment_->has_members(communicator)) {
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
            const uint32_t peer = segment_->member(communicator, inter ? communicator.size + i : i);
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

    const SegmentView *segment_ = nullptr;
    mpimon_asked_visit *visit_ = nullptr;
    void *context_ = nullptr;
    Array<const mpimon_communicator *> communicators_;
    Array<const mpimon_name *> names_;
    Array<Calls> calls_;
    Array<mpimon_asked> kept_;
};

mpimon_asked_reader *mpimon_asked_reader_make() {
    void *memory = malloc(sizeof(mpimon_asked_reader));
    auto *reader = memory != nullptr ? new (memory) mpimon_asked_reader : nullptr;
    if (reader == nullptr || reader->prepare())
        return reader;
    mpimon_asked_reader_free(reader);
    return nullptr;
}

void mpimon_asked_reader_free(mpimon_asked_reader *reader) {
    if (reader != nullptr)
        reader->~mpimon_asked_reader();
    free(reader);
}

int mpimon_asked_read(mpimon_asked_reader *reader, const void *segment, mpimon_asked_visit *visit, void *context) {
    const SegmentView view(segment);
    return view.valid() ? reader->read(view, visit, context) : EINVAL;
}

int mpimon_each_asked(const void *segment, mpimon_asked_visit *visit, void *context) {
    mpimon_asked_reader reader;
    return mpimon_asked_read(&reader, segment, visit, context);
}
