#include "sample_store.h"

namespace mpimon {

namespace {

constexpr int kWords = sizeof(mpimon_sample) / sizeof(std::uint64_t);

void put_serial(mpimon_sample *sample, std::uint64_t serial, int order) {
    __atomic_store_n(&sample->serial, serial, order);
}

// The item has the serial number 0, since it is new or its sample is forgotten. Each word is released, so that a reader
// who sees any of them sees that, too.
void fill(mpimon_sample *sample, const mpimon_sample &content, std::uint64_t serial) {
    auto *words = reinterpret_cast<std::uint64_t *>(sample);
    const auto *new_words = reinterpret_cast<const std::uint64_t *>(&content);
    for (int i = 1; i < kWords; ++i)
        __atomic_store_n(&words[i], new_words[i], __ATOMIC_RELEASE);
    put_serial(sample, serial, __ATOMIC_RELEASE);
}

}  // namespace

void SampleStore::clear() {
    segment_items_ = {};
    item_count_ = kept_ = free_count_ = 0;
    serial_ = 0;
    doublings_ = 0;
}

// A pair of intervals becomes one: the sample between them goes.
void SampleStore::forget_every_other() {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < kept_; ++i) {
        if (i % 2 == 0 && i + 1 < kept_) {
            put_serial(items_[order_[i]], 0, __ATOMIC_RELAXED);
            free_[free_count_++] = order_[i];
        } else {
            order_[kept++] = order_[i];
        }
    }
    kept_ = kept;
    ++doublings_;
}

bool SampleStore::take_item(Segment &segment, std::uint16_t *item) {
    if (free_count_ == 0 && item_count_ < MPIMON_INTERVALS) {
        mpimon_sample *added = segment_items_.add(segment);
        if (added) {
            segment_items_.publish();
            items_[item_count_] = added;
            *item = static_cast<std::uint16_t>(item_count_++);
            return true;
        }
        if (kept_ > 1)
            forget_every_other();
    }
    if (free_count_ == 0)
        return false;
    *item = free_[--free_count_];
    return true;
}

bool SampleStore::add(Segment &segment, const mpimon_sample &sample) {
    std::uint16_t item = 0;
    if (!take_item(segment, &item))
        return false;
    fill(items_[item], sample, ++serial_);
    order_[kept_++] = item;
    if (kept_ == MPIMON_INTERVALS)
        forget_every_other();
    return true;
}

}  // namespace mpimon
