// A job of what reports find hard to show.
#include "jobs.h"

namespace mpimon::test {

namespace {

// Communicators of both ranks: the world; twelve duplicates of one name; three of one context, one after the other, of
// which the last is that of all later ones; one of the library's own.
constexpr uint32_t kNamed = 12;

constexpr uint32_t kUnnamed = 3;

std::vector<mpimon_communicator> alike(uint32_t rank) {
    std::vector<mpimon_communicator> list = {world(2, static_cast<int32_t>(rank))};
    const auto add = [&](uint32_t context_id, uint32_t occurrence, const char *name) {
        list.push_back(list.front());
        list.back().context_id = context_id;
        list.back().occurrence = occurrence;
        set_text(list.back().name, name);
    };
    for (uint32_t i = 0; i < kNamed; ++i)
        add(16 + i, 0, "dup");
    for (const uint32_t occurrence : {0, 1, MPIMON_OCCURRENCES - 1})
        add(64, occurrence, "");
    add(1, 0, "");
    list.back().internal = 1;
    return list;
}

// Rank 0 broadcasts 100 bytes over the first duplicate, 200 over the second and so on; and gathers unevenly.
std::vector<mpimon_collective> of_many_kinds(uint32_t rank) {
    enum Name : uint32_t { kBcast, kBinomial, kGatherv, kLinear };
    std::vector<mpimon_collective> list;
    for (uint32_t i = 0; i <= kNamed; ++i) {
        mpimon_collective row = {};
        row.communicator = i;
        row.operation = i == 0 ? kGatherv : kBcast;
        row.algorithm = i == 0 ? kLinear : kBinomial;
        row.role = MPIMON_ROLE_CALL;
        row.calls = 1;
        row.bytes = i == 0 ? 10 : 100 * i;
        row.root_calls = rank == 0 ? 1 : 0;
        row.root_bytes = rank == 0 ? row.bytes : 0;
        list.push_back(row);
    }
    mpimon_collective step = list.back();
    step.role = MPIMON_ROLE_STEP;
    list.push_back(step);
    return list;
}

}  // namespace

std::vector<SegmentBuilder> corners() {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < 2; ++rank) {
        SegmentBuilder &segment = segments.emplace_back(rank, 2);
        set_text(segment.header().host, "node0");
        segment.add(MPIMON_BLOCK_COMMUNICATORS, alike(rank));
        std::vector<mpimon_flow> flows;
        for (uint32_t i = 0; i < kUnnamed; ++i)
            flows.push_back(flow(1 + kNamed + i, 1 - rank, MPIMON_CLASS_P2P, MPIMON_PATH_NET, MPIMON_SENT, 1, 1 << i));
        flows.push_back(flow(1 + kNamed + kUnnamed, 1 - rank, MPIMON_CLASS_COLL, MPIMON_PATH_NET, MPIMON_SENT, 2, 64));
        segment.add(MPIMON_BLOCK_FLOWS, flows);
        segment.add(MPIMON_BLOCK_COLLECTIVES, of_many_kinds(rank));
        segment.add(MPIMON_BLOCK_NAMES,
                    std::vector{name("Bcast"), name("MPIR_Bcast_intra_binomial"), name("Gatherv"),
                                name("MPIR_Gatherv_allcomm_linear"), name("unexpected_bytes"), name("cells")});
        segment.add(MPIMON_BLOCK_CONTEXTS, std::vector<mpimon_context>{{MPIMON_NONE, MPIMON_NONE}});
        segment.add(MPIMON_BLOCK_GAUGES,
                    std::vector<mpimon_gauge>{{4, 0, 4096, 2048, 2048}, {5, 0, 10, 4, 6 + uint64_t{rank}}});
        segment.add(MPIMON_BLOCK_CVARS, std::vector{cvar("MPIR_CVAR_CH3_INTERFACE_HOSTNAME", "node0"),
                                                    cvar("MPIR_CVAR_BCAST_MIN_PROCS", "2")});
    }
    return segments;
}

std::vector<SegmentBuilder> corners_long() {
    std::vector<SegmentBuilder> segments = corners();
    for (SegmentBuilder &segment : segments)
        set_text(segment.header().executable, "/opt/" + std::string(200, 'a') + "-solver");
    return segments;
}

}  // namespace mpimon::test
