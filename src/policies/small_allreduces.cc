// Where small Allreduces dominate: looks for a faster algorithm for them, docs/plugins.md.
#include "chooser.h"

namespace {

policies::Chooser chooser;

int init(const mpimon_plugin_library *library, const char *arguments, void **) {
    policies::ChooserSettings settings = {"Allreduce", 4096, 20, 500, 5, true, false};
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
    MPIMON_PLUGIN_ABI,
    MPIMON_PLUGIN_SETS_ALL,
    "small-allreduces",
    "1.0",
    init,
    nullptr,
    nullptr,
    nullptr,
    collective_finished,
    nullptr,
    nullptr,
    changed,
    nullptr,
};
