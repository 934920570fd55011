// Files of MPI-IO as JSON.
#ifndef MPIMON_RENDER_FILES_JSON_H
#define MPIMON_RENDER_FILES_JSON_H

#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// The members `file_operations` and `file_accesses`, with a row for each rank, file and kind of call; nothing if the
// profile has no files.
void write_files(const Profile &profile, JsonStream &json);

}  // namespace mpimon

#endif
