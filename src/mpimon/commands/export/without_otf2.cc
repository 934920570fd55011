// This stands in for otf2.cc where OTF2 was not found.
#include "mpimon/commands/export/formats.h"
#include "mpimon/failure.h"

namespace mpimon {

void write_otf2(const Profile &, ClassSet, const std::string &) {
    throw Failure(
        "--otf2: this mpimon was built without OTF2; install Debian's package libopen-trace-format2-dev and build it "
        "again");
}

}  // namespace mpimon
