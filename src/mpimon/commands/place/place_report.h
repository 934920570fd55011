// A placement for people and for programs: what it changes.
#ifndef MPIMON_COMMANDS_PLACE_PLACE_REPORT_H
#define MPIMON_COMMANDS_PLACE_PLACE_REPORT_H

#include <string>

#include "analysis/placement/topology.h"
#include "mpimon/commands/place/question.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// "between cores of a package"
std::string level_label(const placement::Topology &topology, uint32_t level);

std::string place_text(const PlaceQuestion &question, const placement::Topology &topology,
                       const placement::Proposal &proposal, const Style &style);
std::string place_json(const PlaceQuestion &question, const placement::Topology &topology,
                       const placement::Proposal &proposal);

}  // namespace mpimon

#endif
