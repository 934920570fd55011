// How the members of a communicator are spread over nodes, as MPICH takes them and as far as a tuning file can tell.
#ifndef MPIMON_ANALYSIS_TUNING_SPREAD_H
#define MPIMON_ANALYSIS_TUNING_SPREAD_H

#include <vector>

#include "profile/read/profile.h"

namespace mpimon::tuning {

enum class Spread {
    kUnknown,  // the profile does not say
    kOneNode,
    kSeveral,  // nodes, of which some have several members
    kOneEach,  // each member on a node of its own
};

// The spread of each of the profile's communicators.
std::vector<Spread> spreads_of(const Profile &profile);

}  // namespace mpimon::tuning

#endif
