// What is counted of a job at a moment, on one node or on several.
#ifndef MPIMON_COMMANDS_SIGHTING_H
#define MPIMON_COMMANDS_SIGHTING_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpimon/commands/watch/watched.h"
#include "mpimon/recover/live_profile.h"

namespace mpimon {

struct Sighting {
    std::string title;
    uint64_t key = 0;  // of the job
    size_t processes = 0;
    size_t running = 0;
    Moment moment;
    Variables variables;
    std::vector<std::string> unreadable;
    LiveRecords records;  // of these processes, if they were asked for
};

// What was seen of other processes of the job; the title and the time stay.
void add(Sighting &sum, const Sighting &other);

// One after the other.
class Sightings {
  public:
    // Returns the sighting, with how fast everything has grown since the one before.
    Watched add(const Sighting &now);

  private:
    std::optional<Moment> before_;
    History history_;
};

}  // namespace mpimon

#endif
