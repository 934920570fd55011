// Segments as libmpi writes them to a profile and the tools read them back.
#ifndef MPIMON_TEST_ENCODED_H
#define MPIMON_TEST_ENCODED_H

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profile/read/decode.h"
#include "segment_builder.h"

namespace mpimon::test {

inline Profile decoded(const std::string &file) {
    return decode_profile(file.data(), file.size(), "test.mon");
}

inline Profile decoded(SegmentBuilder &segment) {
    return decoded(job_record(segment) + process_record(segment) + end_record(1));
}

inline SegmentBuilder with_world(uint32_t rank = 0, uint32_t size = 4) {
    SegmentBuilder segment(rank, size);
    segment.add(MPIMON_BLOCK_COMMUNICATORS, std::vector{world(size, static_cast<int32_t>(rank))});
    return segment;
}

using FlowMap = std::map<std::tuple<uint32_t, uint32_t, int, int, int>, std::pair<uint64_t, uint64_t>>;

inline FlowMap flow_map(const Profile &profile) {
    FlowMap map;
    const Flows flows = profile.flows.all();
    for (size_t i = 0; i < flows.size(); ++i) {
        const auto key = std::tuple(profile.rank_of(flows, i), flows.peer[i], int{flows.traffic_class(i)},
                                    int{flows.path(i)}, int{flows.direction(i)});
        EXPECT_TRUE(map.emplace(key, std::pair(flows.messages[i], flows.bytes[i])).second);
    }
    return map;
}

}  // namespace mpimon::test

#endif
