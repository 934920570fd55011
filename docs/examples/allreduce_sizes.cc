// A plugin in C++: how many Allreduces of each communicator's size there were. See docs/plugins.md.
#include <mpich_monitoring_plugin.h>

#include <algorithm>
#include <map>
#include <string>

namespace {

const mpimon_plugin_library *library;
std::map<std::uint32_t, int> calls;  // by members
std::uint64_t most;                  // bytes

int init(const mpimon_plugin_library *handed, const char *, void **) {
    library = handed;
    return 0;
}

void collective_finished(void *, const mpimon_plugin_collective *call) {
    if (std::string(call->operation) != "Allreduce")
        return;
    ++calls[call->members];
    most = std::max(most, call->bytes);
}

void finalize(void *) {
    int all = 0;
    std::string parts;
    for (const auto &[members, count] : calls) {
        all += count;
        parts += ", " + std::to_string(count) + " of them over " + std::to_string(members) + " ranks";
    }
    library->advise((std::to_string(all) + " Allreduces of up to " + std::to_string(most) + " bytes" + parts).c_str());
}

}  // namespace

const mpimon_plugin mpich_monitoring_plugin = {
    MPIMON_PLUGIN_ABI,   0,       "allreduce-sizes", "1.0",   init,    nullptr, nullptr, nullptr,
    collective_finished, nullptr, nullptr,           nullptr, finalize};
