// The jobs of make_profile, which says what each is.
#ifndef MPIMON_TEST_JOBS_H
#define MPIMON_TEST_JOBS_H

#include <vector>

#include "segment_builder.h"

namespace mpimon::test {

std::vector<SegmentBuilder> pairs();
std::vector<SegmentBuilder> pairs_one_host();
std::vector<SegmentBuilder> halo();
std::vector<SegmentBuilder> names();
std::vector<SegmentBuilder> large();
std::vector<SegmentBuilder> large_changed();
std::vector<SegmentBuilder> changed();
std::vector<SegmentBuilder> again();
std::vector<SegmentBuilder> merged();
std::vector<SegmentBuilder> alone();
std::vector<SegmentBuilder> undelivered();
std::vector<SegmentBuilder> corners();
std::vector<SegmentBuilder> corners_long();
std::vector<SegmentBuilder> sized();
std::vector<SegmentBuilder> detailed();
std::vector<SegmentBuilder> detailed_changed();
std::vector<SegmentBuilder> mpmd();
std::vector<SegmentBuilder> batch();
std::vector<SegmentBuilder> overlapped();
std::vector<SegmentBuilder> timed();
std::vector<SegmentBuilder> files();
std::vector<SegmentBuilder> origins();
std::vector<SegmentBuilder> explored();
std::vector<SegmentBuilder> proven();
std::vector<SegmentBuilder> proven_in_part();
std::vector<SegmentBuilder> called_nonblocking();
std::vector<SegmentBuilder> explored_nonblocking();
std::vector<SegmentBuilder> proven_nonblocking();
std::vector<SegmentBuilder> unproven();

}  // namespace mpimon::test

#endif
