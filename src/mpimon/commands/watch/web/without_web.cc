// This stands in for the web server where cpp-httplib was not found.
#include "mpimon/commands/watch/web/watch_web.h"
#include "mpimon/failure.h"

namespace mpimon {

bool watch_on_web(ServedJob &, const WebOptions &) {
    throw Failure(
        "--web: this mpimon was built without cpp-httplib; install Debian's package libcpp-httplib-dev and build it "
        "again");
}

}  // namespace mpimon
