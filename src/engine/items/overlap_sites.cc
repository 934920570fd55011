// What overlap made of the program's calls.
#include "../state.h"

using namespace mpimon;

extern "C" void mpimon_overlap_site_keep(uint32_t index, const mpimon_overlap_site *site) {
    Locked locked;
    if (!engine.segment.header() || index >= MPIMON_OVERLAP_SITES)
        return;
    mpimon_overlap_site *&kept = engine.overlap_sites[index];
    const bool is_new = !kept;
    if (is_new)
        kept = engine.overlap_site_items.add(engine.segment);
    if (!kept) {
        engine.lost = 1;
        return;
    }
    *kept = *site;
    if (is_new)
        engine.overlap_site_items.publish();
}
