#include "mpimon/commands/tune/runs/runs.h"

#include <fmt/format.h>

#include "analysis/names/text.h"
#include "mpimon/commands/child.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/run/launch_line.h"
#include "mpimon/commands/run/which_mpi.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"
#include "mpimon/render/terminal.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

std::string why_no_profile(const std::vector<std::string> &command) {
    for (const std::string &program : parse_launch_line(command).programs)
        if (std::string remark = remark_on_program(program, own_prefix()); !remark.empty())
            return "the command left no profile: " + remark;
    return "the command left no profile: is it an MPI program, and does it run this MPICH?";
}

// Percent signs of the folder are no letters of the pattern.
std::string pattern_of(const std::string &path) {
    std::string pattern;
    for (const char c : path)
        pattern += c == '%' ? "%%" : std::string(1, c);
    return pattern;
}

}  // namespace

Runs::Runs(const std::string &folder) : folder_(fs::absolute(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
        throw Failure(fmt::format("{}: {}", folder, error.message()));
}

int Runs::status(const std::vector<std::string> &command, Variables variables) {
    const ChildResult result = run_child(command, variables);
    if (!result.not_started.empty())
        throw Failure(fmt::format("{}: {}", printable(command.front()), result.not_started));
    return result.status;
}

Profile Runs::profile(const std::vector<std::string> &command, const std::string &name, const std::string &candidates,
                      int share, Variables variables) const {
    const std::string path = file(name + ".mon");
    std::error_code error;
    fs::remove(path, error);
    variables["MPIR_CVAR_MONITORING_ENABLE"] = "2";
    variables["MPIR_CVAR_MONITORING_OUTPUT"] = "file";
    variables["MPIR_CVAR_MONITORING_FILENAME"] = pattern_of(path);
    if (!candidates.empty()) {
        write_output(candidates, file(name + ".candidates.json"));
        variables["MPIR_CVAR_MONITORING_EXPLORE"] = file(name + ".candidates.json");
        variables["MPIR_CVAR_MONITORING_EXPLORE_SHARE"] = std::to_string(share);
    }
    if (const int ended = status(command, std::move(variables)); ended != 0)
        throw Failure(fmt::format("the command ended with {}; nothing was tuned", ended));
    if (!fs::exists(path, error))
        throw Failure(why_no_profile(command));
    Profile profile = read_profile(path);
    print_diagnostics(profile, "tune", path);
    return profile;
}

}  // namespace mpimon
