// What is seen on one node, as a line for who puts the nodes together.
#ifndef MPIMON_COMMANDS_SIGHTING_JSON_H
#define MPIMON_COMMANDS_SIGHTING_JSON_H

#include <string>

#include "mpimon/commands/watch/sighting.h"

namespace mpimon {

// The last line, if the job has ended.
inline constexpr const char *kEndOfStream = R"({"ended":true})";

// JSON in one line. What there is much of, such as pairs, comes as columns, and records in base64.
std::string sighting_line(const Sighting &seen);

// Throws Failure if it is no such line.
Sighting read_sighting(const std::string &line);

}  // namespace mpimon

#endif
