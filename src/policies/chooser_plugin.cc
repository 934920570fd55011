// The plugin that a chooser makes with its own name and settings.
#include "chooser.h"

namespace policies {

namespace {

Chooser chooser;

int init(const mpimon_plugin_library *library, const char *arguments, void **) {
    ChooserSettings settings = own_settings;
    read_settings(arguments, settings);
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

}  // namespace policies

const mpimon_plugin mpich_monitoring_plugin = {
    MPIMON_PLUGIN_ABI,
    MPIMON_PLUGIN_SETS_ALL,
    policies::own_name,
    "1.0",
    policies::init,
    nullptr,
    nullptr,
    nullptr,
    policies::collective_finished,
    nullptr,
    nullptr,
    policies::changed,
    nullptr,
};
