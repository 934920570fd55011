#include <fmt/format.h>

#include "analysis/names/names.h"
#include "analysis/waiting/culprits.h"
#include "mpimon/commands/export/csv.h"
#include "mpimon/render/format.h"

namespace mpimon {

void write_waiting_csv(const Profile &profile, ClassSet classes, Output &output) {
    output.write("rank,waited_for,time_ns,estimated\n");
    for (const CulpritTime &row : find_culprits(profile, classes))
        output.write(fmt::format("{},{},{},{}\n", profile.processes[row.process].world_rank,
                                 peer_name(profile, row.culprit), row.time_ns, row.estimated ? 1 : 0));
}

void write_collective_sizes_csv(const Profile &profile, Output &output) {
    output.write("rank,communicator,ranks,operation,algorithm,root,bin,calls,bytes,time_ns\n");
    for (const CollectiveSize &row : profile.collective_sizes) {
        const Communicator &communicator = profile.communicators[row.communicator];
        output.write(fmt::format(
            "{},{},{},{},{},{},{},{},{},{}\n", profile.processes[row.process].world_rank, row.communicator,
            communicator.size,
            csv_field(operation_name(profile.names[row.operation], static_cast<mpimon_mode>(row.mode))),
            csv_field(profile.names[row.algorithm]), row.root ? 1 : 0, row.bin, row.calls, row.bytes, row.time_ns));
    }
}

}  // namespace mpimon
