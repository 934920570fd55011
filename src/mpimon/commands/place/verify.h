// A placement tried: the command runs again with it, and what goes between nodes is compared with what was predicted.
#ifndef MPIMON_COMMANDS_PLACE_VERIFY_H
#define MPIMON_COMMANDS_PLACE_VERIFY_H

#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/placement/topology.h"
#include "profile/read/profile.h"

namespace mpimon {

struct Verification {
    bool asked = false;  // collectives as asked
    ClassSet classes = ClassSet::all();
    const placement::Topology &topology;
    const placement::Mapping &mapping;
    const std::vector<std::string> &command;
};

// Prints both by class. Throws Failure if the command fails or leaves no profile of as many ranks, or if
// any class is not as predicted.
void verify_placement(const Verification &verification, const Profile &before);

}  // namespace mpimon

#endif
