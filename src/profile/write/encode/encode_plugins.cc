#include "profile/write/encode/encode_plugins.h"

#include "profile/format/fields.h"

namespace mpimon {

namespace {

void encode_advice(const SegmentView &segment, uint32_t plugin, Wire &wire) {
    segment.each<mpimon_plugin_advice>([&](const mpimon_plugin_advice &advice, uint32_t) {
        if (advice.plugin == plugin)
            wire.text_element(field::Plugin::advice, advice.text, sizeof advice.text);
    });
}

}  // namespace

void encode_plugins(const SegmentView &segment, Wire &wire) {
    segment.each<mpimon_plugin_item>([&](const mpimon_plugin_item &plugin, uint32_t index) {
        const size_t start = wire.open(field::Process::plugin);
        wire.text(field::Plugin::name, plugin.name, sizeof plugin.name);
        wire.text(field::Plugin::version, plugin.version, sizeof plugin.version);
        wire.text(field::Plugin::file, plugin.file, sizeof plugin.file);
        wire.text(field::Plugin::reason, plugin.reason, sizeof plugin.reason);
        wire.integer(field::Plugin::state, plugin.state);
        wire.integer(field::Plugin::time_ns, mpimon_ticks_to_ns(&segment.header(), plugin.time));
        const size_t calls = wire.open(field::Plugin::calls);
        for (const uint64_t &count : plugin.calls)
            wire.element(__atomic_load_n(&count, __ATOMIC_RELAXED));
        wire.close(calls);
        encode_advice(segment, index, wire);
        wire.close(start);
    });
}

}  // namespace mpimon
