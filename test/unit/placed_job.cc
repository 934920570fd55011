// The sample job with places and transports: ranks 0 to 2 on one node, of which 0 and 1 share a package with its cache;
// rank 3 on another node, where it is bound to nothing; all on one host, as a batch system may emulate its nodes. The
// golden outputs in src/mpimon/commands/*/expected that have places are worked out from these lines.
#include "segment_builder.h"

namespace mpimon::test {

namespace {

mpimon_place place_of(uint32_t rank) {
    mpimon_place place = {};
    set_text(place.node, rank < 3 ? "n1" : "n2");
    set_text(place.cpuset, rank < 3 ? std::to_string(4 * rank) : "0-15");
    place.node_index = rank;
    place.by_name = place.bound = 1;
    place.topology = rank == 0 ? 0xABCD : 0;
    place.package = rank < 3 ? rank / 2 : MPIMON_NONE;
    place.numa_node = place.l3 = place.package;
    place.core = rank < 3 ? 2 * rank : MPIMON_NONE;
    return place;
}

}  // namespace

std::vector<SegmentBuilder> placed_job() {
    std::vector<SegmentBuilder> segments = sample_job();
    enum Transport : uint32_t { kPosix = 12 /* names that the sample job has */, kCma, kLo, kEth0 };
    const std::vector<std::vector<mpimon_transport>> transports = {
        {}, {{2, kLo}}, {{0, kPosix}, {0, kCma}, {3, kEth0}}, {{0, kEth0}}};
    for (uint32_t rank = 0; rank < segments.size(); ++rank) {
        SegmentBuilder &segment = segments[rank];
        set_text(segment.header().host, "login");
        segment.add(MPIMON_BLOCK_PLACES, std::vector{place_of(rank)});
        segment.add(MPIMON_BLOCK_NAMES,
                    std::vector{name("posix/memory"), name("cma/memory"), name("tcp/lo"), name("tcp/eth0")});
        segment.add(MPIMON_BLOCK_TRANSPORTS, transports[rank]);
    }
    mpimon_hardware hardware = {};
    set_text(hardware.text, "<topology version=\"2.0\">\n</topology>\n");
    segments[0].add(MPIMON_BLOCK_TOPOLOGIES, std::vector{hardware});
    return segments;
}

}  // namespace mpimon::test
