// The other view of collectives: what their calls asked for, instead of what their algorithms sent.
#ifndef MPIMON_ANALYSIS_TRAFFIC_ASKED_FLOWS_H
#define MPIMON_ANALYSIS_TRAFFIC_ASKED_FLOWS_H

#include "analysis/traffic/asked_volumes.h"
#include "profile/read/profile.h"

namespace mpimon {

// Flows of class `coll` become the volumes of each_asked(), or these. All are of path `net`: an algorithm's choice of
// paths says nothing of them.
AskedGaps show_asked(Profile &profile);
void show_asked(Profile &profile, const AskedVolumes &volumes);

}  // namespace mpimon

#endif
