#include "profile/write/encode/encode_contexts.h"

#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

bool was_used(const mpimon_function &function) {
    return function.calls > 0;
}

bool was_used(const mpimon_gauge &gauge) {
    return gauge.rises > 0 || gauge.falls > 0;
}

void add(mpimon_function &sum, const mpimon_function &function) {
    sum.calls += function.calls;
    sum.time += function.time;
    if (function.shortest < sum.shortest)
        sum.shortest = function.shortest;
    if (function.longest > sum.longest)
        sum.longest = function.longest;
}

void add(mpimon_gauge &sum, const mpimon_gauge &gauge) {
    sum.rises += gauge.rises;
    sum.falls += gauge.falls;
    if (gauge.highest > sum.highest)
        sum.highest = gauge.highest;
}

template <class Item>
int compare(const void *left, const void *right) {
    const auto &a = *static_cast<const Item *>(left);
    const auto &b = *static_cast<const Item *>(right);
    return a.context != b.context ? compare_values(a.context, b.context) : compare_values(a.name, b.name);
}

int compare_noncontiguous(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_noncontiguous *>(left);
    const auto &b = *static_cast<const mpimon_noncontiguous *>(right);
    return a.context != b.context ? compare_values(a.context, b.context)
                                  : compare_values<int>(a.traffic_class, b.traffic_class);
}

void add_noncontiguous(mpimon_noncontiguous &sum, const mpimon_noncontiguous &item) {
    sum.messages += item.messages;
    sum.bytes += item.bytes;
    sum.blocks += item.blocks;
}

// Calls encode_fields(item) within a message for each name in each context, with the sums over all threads.
template <class Item, class EncodeFields>
bool encode_by_context(const SegmentView &segment, Wire &wire, uint32_t field, uint32_t &skipped,
                       EncodeFields encode_fields) {
    const uint32_t names = segment.count<mpimon_name>();
    const uint32_t contexts = segment.count<mpimon_context>();
    Array<Item> items;
    segment.each<Item>([&](const Item &item, uint32_t) {
        if (!was_used(item))
            return;
        if (item.name < names && SegmentView::sound_context(item.context, contexts))
            items.push(item);
        else
            ++skipped;
    });
    if (items.failed())
        return false;
    items.sort_and_join(compare<Item>, [](Item &sum, const Item &item) { add(sum, item); });
    for (const Item &item : items) {
        const size_t start = wire.open(field);
        encode_fields(item);
        wire.close(start);
    }
    return true;
}

// The index + 1; 0, for "none", if it is NONE or makes no sense. The item is written even then, since others refer to
// it by its number.
uint32_t one_more(uint32_t index, uint32_t count) {
    return index < count ? index + 1 : 0;
}

}  // namespace

bool encode_functions(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const mpimon_header &header = segment.header();
    return encode_by_context<mpimon_function>(
        segment, wire, field::Process::function, skipped, [&](const mpimon_function &function) {
            wire.integer(field::Function::name, function.name);
            wire.integer(field::Function::calls, function.calls);
            wire.integer(field::Function::time_ns, mpimon_ticks_to_ns(&header, function.time));
            wire.integer(field::Function::shortest_ns, mpimon_ticks_to_ns(&header, function.shortest));
            wire.integer(field::Function::longest_ns, mpimon_ticks_to_ns(&header, function.longest));
            wire.integer(field::Function::context, function.context);
        });
}

bool encode_gauges(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    return encode_by_context<mpimon_gauge>(segment, wire, field::Process::gauge, skipped,
                                           [&](const mpimon_gauge &gauge) {
                                               wire.integer(field::Gauge::name, gauge.name);
                                               wire.integer(field::Gauge::rises, gauge.rises);
                                               wire.integer(field::Gauge::falls, gauge.falls);
                                               wire.integer(field::Gauge::highest, gauge.highest);
                                               wire.integer(field::Gauge::context, gauge.context);
                                           });
}

bool encode_noncontiguous(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t contexts = segment.count<mpimon_context>();
    Array<mpimon_noncontiguous> items;
    segment.each<mpimon_noncontiguous>([&](const mpimon_noncontiguous &item, uint32_t) {
        if (item.messages == 0)
            return;
        if (item.traffic_class < MPIMON_CLASSES && SegmentView::sound_context(item.context, contexts))
            items.push(item);
        else
            ++skipped;
    });
    if (items.failed())
        return false;
    items.sort_and_join(compare_noncontiguous, add_noncontiguous);
    for (const mpimon_noncontiguous &item : items) {
        const size_t start = wire.open(field::Process::noncontiguous);
        wire.integer(field::Noncontiguous::traffic_class, item.traffic_class);
        wire.integer(field::Noncontiguous::context, item.context);
        wire.integer(field::Noncontiguous::messages, item.messages);
        wire.integer(field::Noncontiguous::bytes, item.bytes);
        wire.integer(field::Noncontiguous::blocks, item.blocks);
        wire.close(start);
    }
    return true;
}

void encode_contexts(const SegmentView &segment, Wire &wire) {
    const uint32_t regions = segment.count<mpimon_region>();
    const uint32_t names = segment.count<mpimon_name>();
    if (segment.count<mpimon_context>() < 2 && regions == 0)
        return;
    segment.each<mpimon_context>([&](const mpimon_context &context, uint32_t) {
        const size_t start = wire.open(field::Process::context);
        wire.integer(field::Context::region, one_more(context.region, regions));
        wire.integer(field::Context::function, one_more(context.function, names));
        wire.close(start);
    });
    segment.each<mpimon_region>([&](const mpimon_region &region, uint32_t index) {
        const size_t start = wire.open(field::Process::region);
        wire.integer(field::Region::name, region.name);
        wire.integer(field::Region::parent, one_more(region.parent, index));
        wire.integer(field::Region::entries, region.entries);
        wire.integer(field::Region::time_ns, mpimon_ticks_to_ns(&segment.header(), region.time));
        wire.close(start);
    });
}

}  // namespace mpimon
