// What plugins did, and their advice.
#include <algorithm>
#include <cstring>

#include "../state.h"

using namespace mpimon;

extern "C" {

mpimon_plugin_item *mpimon_plugin_add(const mpimon_plugin_item *item, uint32_t *index) {
    Locked locked;
    mpimon_plugin_item *added = engine.segment.header() ? engine.plugin_items.add(engine.segment) : nullptr;
    if (!added)
        return lose<mpimon_plugin_item>(nullptr);
    *added = *item;
    engine.plugin_items.publish();
    *index = engine.plugin_count++;
    return added;
}

void mpimon_advice_add(uint32_t plugin, const char *text) {
    Locked locked;
    mpimon_plugin_advice *added = engine.segment.header() ? engine.advice_items.add(engine.segment) : nullptr;
    if (!added) {
        engine.lost = 1;
        return;
    }
    added->plugin = plugin;
    std::memcpy(added->text, text, std::min(std::strlen(text), sizeof added->text - 1));
    engine.advice_items.publish();
}
}
