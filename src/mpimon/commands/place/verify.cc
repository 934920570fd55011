#include "mpimon/commands/place/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "analysis/names/text.h"
#include "analysis/placement/proposal.h"
#include "analysis/placement/traffic_graph.h"
#include "analysis/traffic/asked_flows.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/place/launch_files.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

// A folder of our own, as long as this lives.
class Folder {
  public:
    Folder() {
        std::string name = fs::temp_directory_path() / "mpimon-place.XXXXXX";
        if (mkdtemp(name.data()) == nullptr)
            throw Failure(fmt::format("{}: {}", name, std::strerror(errno)));
        path_ = name;
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    ~Folder() {
        std::error_code error;
        fs::remove_all(path_, error);
    }

    std::string file(const char *name) const { return path_ / name; }

  private:
    fs::path path_;
};

// What makes launchers take the hosts from a file without an option: Hydra, and Slurm's srun. Nodes without names are
// emulated: Hydra starts all of them here.
std::map<std::string, std::string> environment_of(const Verification &verification, const Folder &folder) {
    const std::string hosts = folder.file("hosts");
    const std::string program = fs::path(verification.command.front()).filename();
    const bool by_slurm = program == "srun";
    write_output(launch_file(by_slurm ? "slurm" : "hydra", verification.topology, verification.mapping, hosts), hosts);
    std::map<std::string, std::string> environment = {{"MPIR_CVAR_MONITORING_ENABLE", "2"},
                                                      {"MPIR_CVAR_MONITORING_OUTPUT", "file"},
                                                      {"MPIR_CVAR_MONITORING_FILENAME", folder.file("run.mon")}};
    if (by_slurm) {
        environment["SLURM_HOSTFILE"] = hosts;
        environment["SLURM_DISTRIBUTION"] = "arbitrary";
        return environment;
    }
    environment["HYDRA_HOST_FILE"] = hosts;
    if (verification.topology.hosts().empty())
        environment["HYDRA_LAUNCHER"] = "fork";
    return environment;
}

void run_command(const std::vector<std::string> &command, const std::map<std::string, std::string> &environment) {
    const ChildResult result = run_child(command, environment);
    if (!result.not_started.empty())
        throw Failure(fmt::format("--verify: {}: {}", printable(command.front()), result.not_started));
    if (result.status != 0)
        throw Failure(fmt::format("--verify: the command ended with {}", result.status));
}

Profile profile_of_run(const std::string &file) {
    if (access(file.c_str(), R_OK) != 0)
        throw Failure("--verify: the command left no profile; does it run this MPICH, and its host file count?");
    Profile profile = read_profile(file);
    print_diagnostics(profile, "place", file);
    return profile;
}

Totals between_nodes(const Profile &profile, mpimon_class traffic_class, const std::vector<uint32_t> &node_of) {
    ClassSet classes = ClassSet::none();
    classes.add(traffic_class);
    std::vector<placement::Exchange> exchanges;
    placement::add_exchanges(profile, classes, exchanges);
    return placement::between_nodes(placement::TrafficGraph(profile.job.world_size, std::move(exchanges)), node_of);
}

}  // namespace

void verify_placement(const Verification &verification, const Profile &before) {
    const Folder folder;
    run_command(verification.command, environment_of(verification, folder));
    Profile after = profile_of_run(folder.file("run.mon"));
    if (after.job.world_size != before.job.world_size)
        throw Failure(fmt::format("--verify: the command ran {} ranks, and the profile has {}", after.job.world_size,
                                  before.job.world_size));
    if (verification.asked)
        show_asked(after);
    const std::vector<uint32_t> placed = placement::nodes_of_mapping(verification.topology, verification.mapping);
    const std::optional<std::vector<uint32_t>> ran = placement::nodes_of_rerun(after, placed);
    const Style style = Style::for_output();
    Page page(style);
    page.title("Between nodes", ran ? "nodes are those of the run" : "nodes as placed: the run does not tell them");
    Table table({{"class", Table::kText},
                 {"bytes predicted", Table::kNumber},
                 {"measured", Table::kNumber},
                 {"messages predicted", Table::kNumber},
                 {"measured", Table::kNumber}});
    bool same = true;
    for (int i = 0; i < MPIMON_CLASSES; ++i) {
        const auto traffic_class = static_cast<mpimon_class>(i);
        if (!verification.classes.has(traffic_class))
            continue;
        const Totals predicted = between_nodes(before, traffic_class, placed);
        const Totals measured = between_nodes(after, traffic_class, ran ? *ran : placed);
        same = same && predicted == measured;
        table.add({std::string(class_name(traffic_class)), with_commas(predicted.bytes), with_commas(measured.bytes),
                   with_commas(predicted.messages), with_commas(measured.messages)},
                  predicted == Totals() && measured == Totals());
    }
    page.table(table);
    write_text(page.take(), style);
    if (!same)
        throw Failure(
            "--verify: not as predicted; what algorithms of collectives send depends on the nodes: --class p2p leaves "
            "them out");
}

}  // namespace mpimon
