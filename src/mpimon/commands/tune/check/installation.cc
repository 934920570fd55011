#include "mpimon/commands/tune/check/installation.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/tune/check/check_file.h"
#include "mpimon/commands/whole_file.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

std::string version_in(std::istream &header) {
    const std::string define = "#define MPICH_VERSION \"";
    for (std::string line; std::getline(header, line);)
        if (line.rfind(define, 0) == 0)
            return line.substr(define.size(), line.find('"', define.size()) - define.size());
    return {};
}

// The file that the variable names, or the one that says what is built in.
std::string file_of(const char *variable, const char *level) {
    const char *named = std::getenv(variable);
    const bool is_named = named != nullptr && *named != '\0';
    const std::string built_in = own_prefix() / "share/mpich-monitoring/tuning" / (std::string(level) + ".json");
    try {
        return whole_file(is_named ? named : built_in, "tuning file", kLargestTuningFile);
    } catch (const Failure &failure) {
        throw Failure(is_named ? fmt::format("{}: {}", variable, failure.what()) : failure.what());
    }
}

}  // namespace

tuning::Series series_of_installation(const std::string &version, const std::string &otherwise) {
    if (!version.empty())
        return series_named("--mpich", version);
    const std::string path = own_prefix() / "include/mpi.h";
    std::ifstream header(path);
    const std::string told = version_in(header);
    const std::string &found = told.empty() ? otherwise : told;
    if (found.empty())
        throw Failure(fmt::format("{}: it tells no version of MPICH; name it by --mpich", path));
    return series_named(path, found);
}

tuning::Files files_in_use() {
    return tuning::parse_files(file_of(kMpirVariable, "mpir"), file_of(kCh4Variable, "ch4"));
}

}  // namespace mpimon
