// mpimon watch on a terminal, with keys.
#ifndef MPIMON_COMMANDS_INTERACTIVE_H
#define MPIMON_COMMANDS_INTERACTIVE_H

#include <chrono>

#include "mpimon/commands/watch/watch_rows.h"

namespace mpimon {

// Shows the job until the user quits or the job ends; returns true for the latter.
bool watch_on_screen(JobView &job, WatchView view, std::chrono::duration<double> interval);

}  // namespace mpimon

#endif
