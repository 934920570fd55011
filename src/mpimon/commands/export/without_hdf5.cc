// This stands in for hdf5.cc where HDF5 was not found.
#include "mpimon/commands/export/formats.h"
#include "mpimon/failure.h"

namespace mpimon {

void write_hdf5(const Profile &, ClassSet, const std::string &) {
    throw Failure(
        "--hdf5: this mpimon was built without HDF5; install Debian's package libhdf5-dev and build it again");
}

}  // namespace mpimon
