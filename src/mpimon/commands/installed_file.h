// The installation that this program belongs to, and files that it has in share/mpich-monitoring.
#ifndef MPIMON_INSTALLED_FILE_H
#define MPIMON_INSTALLED_FILE_H

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "mpimon/failure.h"

namespace mpimon {

// The folder where this mpimon is installed: PREFIX of PREFIX/bin/mpimon.
inline std::filesystem::path own_prefix() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path().parent_path();
}

// Opens the file at `path`. Throws Failure if there is no such file.
inline std::ifstream open_installed(const std::string &path) {
    std::error_code error;
    std::ifstream file;
    if (std::filesystem::is_regular_file(path, error))
        file.open(path);
    if (!file.is_open())
        throw Failure(
            fmt::format("{}: not there; name the folder that MPICH Monitoring is installed in by --prefix", path));
    return file;
}

}  // namespace mpimon

#endif
