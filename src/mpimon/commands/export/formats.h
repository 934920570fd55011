// A profile in the formats that other tools read. docs/export.md says which of them has what.
#ifndef MPIMON_COMMANDS_EXPORT_FORMATS_H
#define MPIMON_COMMANDS_EXPORT_FORMATS_H

#include <string>

#include "analysis/names/names.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

// The time line as counter tracks, in Perfetto's protobuf format (https://perfetto.dev): a group of tracks for each
// rank. Rates change where intervals begin, levels where they end.
void write_perfetto(const Profile &profile, ClassSet classes, Output &output);

// Regions and the MPI functions in them as a tree, with calls, times and traffic by rank, in Caliper's format
// "json-split", which Hatchet reads.
void write_caliper(const Profile &profile, ClassSet classes, Output &output);

// A file of tables: each a group, each column a dataset. Throws Failure, also where this mpimon was built without HDF5.
void write_hdf5(const Profile &profile, ClassSet classes, const std::string &path);

// The time line as metrics of an OTF2 archive, which is a folder: what happened in each interval, and what was so at
// its end, rank by rank. Throws Failure, also where the folder is there or this mpimon was built without OTF2.
void write_otf2(const Profile &profile, ClassSet classes, const std::string &path);

}  // namespace mpimon

#endif
