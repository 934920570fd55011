#include "mpimon/commands/place/placed_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "analysis/names/text.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/place/launch_files.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/terminal.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

// What makes launchers take the hosts from a file without an option: Hydra, and Slurm's srun. Nodes without names are
// emulated: Hydra starts all of them here.
std::map<std::string, std::string> environment_of(const std::vector<std::string> &command,
                                                  const placement::Topology &topology,
                                                  const placement::Mapping &mapping, const ScratchFolder &folder) {
    const std::string hosts = folder.file("hosts");
    const std::string program = fs::path(command.front()).filename();
    const bool by_slurm = program == "srun";
    write_output(launch_file(by_slurm ? "slurm" : "hydra", topology, mapping, hosts), hosts);
    std::map<std::string, std::string> environment = {{"MPIR_CVAR_MONITORING_ENABLE", "2"},
                                                      {"MPIR_CVAR_MONITORING_OUTPUT", "file"},
                                                      {"MPIR_CVAR_MONITORING_FILENAME", folder.file("run.mon")}};
    if (by_slurm) {
        environment["SLURM_HOSTFILE"] = hosts;
        environment["SLURM_DISTRIBUTION"] = "arbitrary";
        return environment;
    }
    environment["HYDRA_HOST_FILE"] = hosts;
    if (topology.hosts().empty())
        environment["HYDRA_LAUNCHER"] = "fork";
    return environment;
}

}  // namespace

ScratchFolder::ScratchFolder(const fs::path &parent) {
    std::string name = parent / "mpimon-place.XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
        throw Failure(fmt::format("{}: {}", name, std::strerror(errno)));
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
}

Profile run_placed(const char *option, const std::vector<std::string> &command, const placement::Topology &topology,
                   const placement::Mapping &mapping, const ScratchFolder &folder) {
    const ChildResult result = run_child(command, environment_of(command, topology, mapping, folder));
    if (!result.not_started.empty())
        throw Failure(fmt::format("{}: {}: {}", option, printable(command.front()), result.not_started));
    if (result.status != 0)
        throw Failure(fmt::format("{}: the command ended with {}", option, result.status));
    const std::string file = folder.file("run.mon");
    if (access(file.c_str(), R_OK) != 0)
        throw Failure(
            fmt::format("{}: the command left no profile; does it run this MPICH, and its host file count?", option));
    Profile profile = read_profile(file);
    print_diagnostics(profile, "place", file);
    return profile;
}

}  // namespace mpimon
