// What a profile has, as text for Prometheus.
#ifndef MPIMON_RENDER_PROFILE_OPENMETRICS_H
#define MPIMON_RENDER_PROFILE_OPENMETRICS_H

#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

struct MeteredJob {
    const Profile *profile = nullptr;
    std::string labels;        // that all its samples have, each with a comma after it; empty for none
    bool with_regions = true;  // functions by region; else added up
};

// Sums of these jobs, metric by metric, in OpenMetrics' format.
void write_openmetrics(const std::vector<MeteredJob> &jobs, ClassSet classes, Output &output);

}  // namespace mpimon

#endif
