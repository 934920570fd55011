// mpimon watch --web: a page that shows a job while it runs.
#ifndef MPIMON_COMMANDS_WATCH_WEB_H
#define MPIMON_COMMANDS_WATCH_WEB_H

#include <chrono>
#include <filesystem>
#include <string>

#include "mpimon/commands/watch/served_job.h"

namespace mpimon {

struct WebOptions {
    std::string address;
    std::string folder;            // of the node's segments; empty: the job is on other nodes, too
    std::filesystem::path prefix;  // of the installation
    std::chrono::duration<double> interval;
};

// Serves the page until the job ends, or a signal asks for the end; returns true for the former. Throws Failure where
// this mpimon has no page, or was built without what serves it.
bool watch_on_web(ServedJob &job, const WebOptions &options);

}  // namespace mpimon

#endif
