// The control and performance variables of an installation, as maint/extractcvars wrote them down.
#ifndef MPIMON_COMMANDS_VARIABLES_FILE_H
#define MPIMON_COMMANDS_VARIABLES_FILE_H

#include <filesystem>

#include "mpimon/render/json/json_stream.h"

namespace mpimon {

// Lists `cvars` and `pvars` of what is installed in `prefix`. Throws Failure if that cannot be read.
Json read_variables_file(const std::filesystem::path &prefix);

}  // namespace mpimon

#endif
