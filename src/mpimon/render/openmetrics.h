// Text that is valid in both of Prometheus' formats, its own and OpenMetrics: gauges alone, of which both say the same,
// no time stamps, which the node exporter refuses, and comments in OpenMetrics' form, which Prometheus' format skips.
#ifndef MPIMON_RENDER_OPENMETRICS_H
#define MPIMON_RENDER_OPENMETRICS_H

#include <string>
#include <string_view>

namespace mpimon {

constexpr std::string_view kEndOfMetrics = "# EOF\n";

// What precedes the samples of one metric. `unit` is empty, or what the name ends with.
std::string metric_head(std::string_view name, std::string_view unit, std::string_view help);

// A label's value: quoted, without characters that end it.
std::string metric_label(std::string_view text);

}  // namespace mpimon

#endif
