// Looks for faster algorithms for the collective operations that take most of the time, docs/plugins.md.
#include "chooser.h"

namespace {

policies::Chooser chooser;

int init(const mpimon_plugin_library *library, const char *arguments, void **) {
    policies::ChooserSettings settings = {nullptr, 1e18, 5, 128, 5, false, false};
    policies::read_settings(arguments, settings);
    chooser.begin(library, settings);
    return 0;
}

void collective_finished(void *, const mpimon_plugin_collective *call) {
    chooser.called(call);
}

void changed(void *, const mpimon_plugin_change *change) {
    chooser.changed(change);
}

}  // namespace

const mpimon_plugin mpich_monitoring_plugin = {
    MPIMON_PLUGIN_ABI, MPIMON_PLUGIN_SETS_ALL, "algorithms", "1.0",   init,    nullptr, nullptr,
    nullptr,           collective_finished,    nullptr,      nullptr, changed, nullptr,
};
