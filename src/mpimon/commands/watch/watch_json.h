// What is seen of a job, as JSON.
#ifndef MPIMON_COMMANDS_WATCH_JSON_H
#define MPIMON_COMMANDS_WATCH_JSON_H

#include "mpimon/commands/watch/watched.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

// All but the pairs.
Json watch_summary_json(const Watched &job);
Json watch_json(const Watched &job);

}  // namespace mpimon

#endif
