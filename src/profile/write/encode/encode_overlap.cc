#include "profile/write/encode/encode_overlap.h"

#include "profile/format/fields.h"

namespace mpimon {

void encode_overlap_sites(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    segment.each<mpimon_overlap_site>([&](const mpimon_overlap_site &site, uint32_t index) {
        if (site.function >= MPIMON_OVERLAP_FUNCTIONS || index >= MPIMON_OVERLAP_SITES) {
            ++skipped;
            return;
        }
        const size_t start = wire.open(field::Process::overlap_site);
        wire.text(field::OverlapSite::object, site.object, sizeof site.object);
        wire.text(field::OverlapSite::build_id, site.build_id, sizeof site.build_id);
        wire.integer(field::OverlapSite::offset, site.offset);
        wire.integer(field::OverlapSite::function, site.function);
        wire.integer(field::OverlapSite::calls, site.calls);
        wire.integer(field::OverlapSite::asynchronous, site.asynchronous);
        wire.integer(field::OverlapSite::in_calls_ns, site.in_calls);
        wire.integer(field::OverlapSite::waited_ns, site.waited);
        wire.integer(field::OverlapSite::meanwhile_ns, site.meanwhile);
        wire.integer(field::OverlapSite::broken, site.broken);
        const size_t array = wire.open(field::OverlapSite::synchronous);
        for (const uint64_t calls : site.synchronous)
            wire.element(calls);
        wire.close(array);
        wire.close(start);
    });
}

}  // namespace mpimon
