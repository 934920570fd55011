#include "mpimon/render/json/waiting_json.h"

#include "analysis/waiting/culprits.h"

namespace mpimon {

void write_collective_sizes(const Profile &profile, JsonStream &json) {
    if (profile.collective_sizes.empty())
        return;
    json.open_array("collective_sizes");
    for (const CollectiveSize &row : profile.collective_sizes)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"communicator", row.communicator},
                      {"operation", operation_name(profile.names[row.operation], static_cast<mpimon_mode>(row.mode))},
                      {"algorithm", profile.names[row.algorithm]},
                      {"shared_memory", row.shared_memory},
                      {"root", row.root},
                      {"bin", row.bin},
                      {"calls", row.calls},
                      {"bytes", row.bytes},
                      {"time_ns", row.time_ns}});
    json.close(']');
}

void write_trials(const Profile &profile, JsonStream &json) {
    if (profile.trials.empty())
        return;
    json.open_array("trials");
    for (const Trial &row : profile.trials)
        json.element({{"rank", profile.processes[row.process].world_rank},
                      {"communicator", row.communicator},
                      {"operation", profile.names[row.operation]},
                      {"algorithm", profile.names[row.algorithm]},
                      {"candidate", profile.names[row.candidate]},
                      {"bin", row.bin},
                      {"calls", row.calls},
                      {"mean_ns", row.mean_ns},
                      {"squares_ns2", row.squares_ns2}});
    json.close(']');
}

void write_waits(const Profile &profile, ClassSet classes, JsonStream &json) {
    if (profile.waits.empty())
        return;
    json.open_array("waits");
    for (const Wait &row : profile.waits)
        if (classes.has(static_cast<mpimon_class>(row.traffic_class)))
            json.element({{"rank", profile.processes[row.process].world_rank},
                          {"peer", is_world_rank(row.peer) ? Json(row.peer) : Json(peer_name(profile, row.peer))},
                          {"communicator", row.communicator == kNoCommunicator ? Json() : Json(row.communicator)},
                          {"class", class_name(static_cast<mpimon_class>(row.traffic_class))},
                          {"kind", wait_kind_name(static_cast<mpimon_wait_kind>(row.kind))},
                          {"operation", row.operation == kNoOperation ? Json() : Json(profile.names[row.operation])},
                          {"waits", row.waits},
                          {"time_ns", row.time_ns},
                          {"longest_ns", row.longest_ns},
                          {"context", row.context}});
    json.close(']');
    json.open_array("waited_for");
    for (const CulpritTime &row : find_culprits(profile, classes))
        json.element(
            {{"rank", profile.processes[row.process].world_rank},
             {"culprit", is_world_rank(row.culprit) ? Json(row.culprit) : Json(peer_name(profile, row.culprit))},
             {"time_ns", row.time_ns},
             {"estimated", row.estimated}});
    json.close(']');
}

}  // namespace mpimon
