// Messages whose data does not lie together. Each thread counts into items of its own, one for each context and class.
#include "../state.h"

namespace mpimon {

namespace {

mpimon_noncontiguous *add_noncontiguous(Shard *shard, mpimon_class traffic_class) {
    Locked locked;
    mpimon_noncontiguous *added = shard->counter_set->noncontiguous_items.add(engine.segment);
    if (!added)
        return lose(added);
    added->context = shard->context;
    added->traffic_class = static_cast<std::uint8_t>(traffic_class);
    shard->counter_set->noncontiguous_items.publish();
    return shard->noncontiguous[traffic_class] = added;
}

}  // namespace

}  // namespace mpimon

using namespace mpimon;

// The message was counted before, so the thread has a shard in this context, unless there was no memory for one.
extern "C" void mpimon_count_noncontiguous(mpimon_class traffic_class, uint64_t bytes, uint64_t blocks) {
    auto *shard = static_cast<Shard *>(mpimon_this_thread.shard->owner);
    mpimon_noncontiguous *item = shard ? shard->noncontiguous[traffic_class] : nullptr;
    if (!item && shard)
        item = add_noncontiguous(shard, traffic_class);
    if (!item)
        return;
    mpimon_increase(&item->messages, 1);
    mpimon_increase(&item->bytes, bytes);
    mpimon_increase(&item->blocks, blocks);
}
