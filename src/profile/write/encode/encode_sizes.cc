#include "profile/write/encode/encode_sizes.h"

#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

uint32_t kind_of(const mpimon_size &size) {
    return size.traffic_class + 8U * size.bin;
}

int compare_sizes(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_size *>(left);
    const auto &b = *static_cast<const mpimon_size *>(right);
    if (a.peer != b.peer)
        return compare_values(a.peer, b.peer);
    return a.traffic_class != b.traffic_class ? compare_values<int>(a.traffic_class, b.traffic_class)
                                              : compare_values<int>(a.bin, b.bin);
}

void add_size(mpimon_size &sum, const mpimon_size &size) {
    sum.messages += size.messages;
}

// A packed array with element(size) for every size.
template <class Element>
void encode_column(uint32_t field, const Array<mpimon_size> &sizes, Wire &wire, Element element) {
    const size_t start = wire.open(field);
    for (const mpimon_size &size : sizes)
        wire.element(element(size));
    wire.close(start);
}

}  // namespace

bool encode_sizes(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    Array<mpimon_size> sizes;
    segment.each<mpimon_size>([&](const mpimon_size &size, uint32_t) {
        if (size.messages == 0)
            return;
        if (segment.sound(size, foreign_peers))
            sizes.push(size);
        else
            ++skipped;
    });
    if (sizes.failed())
        return false;
    if (sizes.size() == 0)
        return true;
    sizes.sort_and_join(compare_sizes, add_size);
    const size_t start = wire.open(field::Process::sizes);
    int64_t before = 0;
    encode_column(field::Sizes::peer_delta, sizes, wire, [&](const mpimon_size &size) {
        const int64_t delta = int64_t{size.peer} - before;
        before = size.peer;
        return Wire::zigzag(delta);
    });
    encode_column(field::Sizes::kind, sizes, wire, kind_of);
    encode_column(field::Sizes::messages, sizes, wire, [](const mpimon_size &size) { return size.messages; });
    wire.close(start);
    return true;
}

}  // namespace mpimon
