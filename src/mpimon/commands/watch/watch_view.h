// What mpimon watch shows of a job: text for people.
#ifndef MPIMON_COMMANDS_WATCH_VIEW_H
#define MPIMON_COMMANDS_WATCH_VIEW_H

#include <cstddef>
#include <string>

#include "mpimon/commands/watch/watch_rows.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

std::string watch_text(const Watched &job, const WatchView &view, const Style &style);
// How many of its lines are above the list's rows.
size_t lines_above_rows(const Watched &job, WatchView view, const Style &style);

}  // namespace mpimon

#endif
