#include "mpimon/commands/vars/variables_file.h"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "mpimon/commands/installed_file.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr int kDeepest = 4;  // the file, a list, a variable, its fields, and what is in those

}  // namespace

Json read_variables_file(const std::filesystem::path &prefix) {
    const std::string path = prefix / "share/mpich-monitoring/variables.json";
    std::ifstream file = open_installed(path);
    // Leaves out what is deeper than a variable's fields.
    const auto wanted = [](int depth, Json::parse_event_t, const Json &) { return depth <= kDeepest; };
    Json variables = Json::parse(file, wanted, false);
    if (!variables.is_object())
        throw Failure(fmt::format("{}: not valid JSON; install MPICH Monitoring anew", path));
    return variables;
}

}  // namespace mpimon
