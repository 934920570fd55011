// The other view of collectives: what their calls asked for, instead of what their algorithms sent.
#ifndef MPIMON_ANALYSIS_TRAFFIC_ASKED_FLOWS_H
#define MPIMON_ANALYSIS_TRAFFIC_ASKED_FLOWS_H

#include "profile/read/profile.h"

namespace mpimon {

// Flows of class `coll` become the volumes that profile/write/asked.h defines, in the direction of the data: those that
// come to a root are flows of whoever sends them, if the profile has that process. All are of path `net`: an
// algorithm's choice of paths says nothing of them. Volumes with peers that cannot be told are left out.
void show_asked(Profile &profile);

}  // namespace mpimon

#endif
