// Places, transports and hardware, from the engine or a segment to the profile.
#include <gtest/gtest.h>

#include "encoded.h"
#include "engine/engine.h"
#include "profile/write/encode/encode.h"

namespace mpimon::test {

namespace {

mpimon_place place(std::string_view node, uint32_t node_index, bool by_name) {
    mpimon_place place = {};
    set_text(place.node, node);
    set_text(place.cpuset, "0-3,8");
    place.node_index = node_index;
    place.by_name = by_name ? 1 : 0;
    place.package = place.numa_node = place.l3 = place.core = MPIMON_NONE;
    return place;
}

mpimon_place bound(std::string_view node, uint32_t package, uint32_t core, uint32_t seen = 7) {
    mpimon_place item = place(node, 0, true);
    item.bound = 1;
    item.package = package;
    item.core = core;
    item.seen = seen;
    return item;
}

SegmentBuilder with_place(uint32_t rank, uint32_t size, const std::vector<mpimon_place> &places) {
    SegmentBuilder segment = with_world(rank, size);
    segment.add(MPIMON_BLOCK_PLACES, places);
    return segment;
}

Profile of_job(std::vector<SegmentBuilder> segments) {
    return decoded(profile_of(segments));
}

std::vector<mpimon_hardware> cut(std::string_view text) {
    std::vector<mpimon_hardware> items((text.size() + MPIMON_TEXT - 1) / MPIMON_TEXT);
    text.copy(items.front().text, text.size());
    return items;
}

TEST(Places, TheEngineKeepsThemAndTheProfileHasThem) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    mpimon_segment()->world_size = 3;
    EXPECT_EQ(mpimon_place_last(), nullptr);
    const mpimon_place first = bound("n1", 0, 3);
    mpimon_place_add(&first);
    mpimon_place_add(&first);
    const std::string xml = "<topology>" + std::string(700, 'x') + "</topology>";
    mpimon_hardware_add(xml.c_str());
    mpimon_place moved = bound("n1", 1, MPIMON_NONE);
    moved.topology = 0x1234;
    moved.alone = 1;
    mpimon_place_add(&moved);
    EXPECT_EQ(mpimon_place_last()->package, 1U);
    mpimon_transport_add(2, "tcp/eth0");
    mpimon_transport_add(1, "posix/memory");
    mpimon_transport_add(1, "cma/memory");
    mpimon_engine_freeze();
    std::string record(mpimon_encode_process(mpimon_segment(), nullptr, 0), '\0');
    mpimon_encode_process(mpimon_segment(), reinterpret_cast<uint8_t *>(record.data()), record.size());
    mpimon_engine_stop();

    const Profile profile = decoded(record);
    ASSERT_EQ(profile.nodes.size(), 1U);
    EXPECT_EQ(profile.nodes[0].name, "n1");
    EXPECT_EQ(profile.nodes[0].index, MPIMON_NONE);
    ASSERT_EQ(profile.nodes[0].topology, 0U);
    EXPECT_EQ(profile.topologies, std::vector<std::string>{xml});
    const Place &last = profile.processes.at(0).place;
    EXPECT_TRUE(last.bound);
    EXPECT_TRUE(last.alone);
    EXPECT_EQ(last.package, 1U);
    EXPECT_EQ(last.core, MPIMON_NONE);
    EXPECT_EQ(last.numa_node, MPIMON_NONE);
    EXPECT_EQ(profile.names[last.cpuset], "0-3,8");
    std::vector<std::string> transports;
    for (const Transport &transport : profile.transports)
        transports.push_back(std::to_string(transport.peer) + " " + profile.names[transport.name]);
    EXPECT_EQ(transports, (std::vector<std::string>{"1 posix/memory", "1 cma/memory", "2 tcp/eth0"}));
}

TEST(Places, TooMuchHardwareIsNotKept) {
    ASSERT_EQ(mpimon_engine_start(nullptr), 0);
    const uint64_t used = mpimon_segment()->used;
    mpimon_hardware_add(std::string(MPIMON_HARDWARE_BYTES + 1, 'x').c_str());
    EXPECT_EQ(mpimon_segment()->used, used);
    mpimon_hardware_add(std::string(MPIMON_HARDWARE_BYTES, 'x').c_str());
    EXPECT_GT(mpimon_segment()->used, used + MPIMON_HARDWARE_BYTES);
    EXPECT_EQ(mpimon_engine_lost(), 0);
    mpimon_engine_stop();
}

TEST(Places, NodesAreToldApartByNameOrByNumber) {
    const Profile profile =
        of_job({with_place(0, 5, {place("host", 4, false)}), with_place(1, 5, {place("host", 0, false)}),
                with_place(2, 5, {place("n1", 2, true)}), with_place(3, 5, {place("n1", 3, true)}),
                with_place(4, 5, {place("host", 4, false)})});
    std::vector<uint32_t> nodes;
    for (const Process &process : profile.processes)
        nodes.push_back(process.place.node);
    EXPECT_EQ(nodes, (std::vector<uint32_t>{0, 1, 2, 2, 0}));
    ASSERT_EQ(profile.nodes.size(), 3U);
    EXPECT_EQ(profile.nodes[0].index, 4U);
    EXPECT_EQ(profile.nodes[2].index, MPIMON_NONE);
    EXPECT_TRUE(profile.diagnostics.empty());
}

TEST(Places, ObjectsAreKnownOnlyWhereAllSeeTheSameHardware) {
    const Profile profile =
        of_job({with_place(0, 4, {bound("n1", 0, 0, 7)}), with_place(1, 4, {bound("n1", 0, 0, 8)}),
                with_place(2, 4, {bound("n2", 0, 1, 9)}), with_place(3, 4, {bound("n2", 0, 1, 9)})});
    EXPECT_FALSE(profile.processes[0].place.bound);
    EXPECT_EQ(profile.processes[1].place.core, MPIMON_NONE);
    EXPECT_EQ(profile.names[profile.processes[1].place.cpuset], "0-3,8");
    EXPECT_EQ(profile.processes[2].place.core, 1U);
    EXPECT_TRUE(profile.processes[3].place.bound);
}

TEST(Places, OlderProfilesHaveNone) {
    SegmentBuilder segment = with_world();
    const Profile profile = decoded(segment);
    EXPECT_TRUE(profile.nodes.empty());
    EXPECT_FALSE(profile.processes.at(0).place.is_known());
}

TEST(Places, EqualHardwareIsKeptOnce) {
    std::vector<SegmentBuilder> segments;
    for (uint32_t rank = 0; rank < 3; ++rank) {
        mpimon_place item = bound(rank == 0 ? "n1" : rank == 1 ? "n2" : "n3", 0, 0);
        item.topology = rank < 2 ? 5 : 6;
        segments.push_back(with_place(rank, 3, {item}));
        if (rank < 2)
            segments.back().add(MPIMON_BLOCK_TOPOLOGIES, cut("<topology/>"));
    }
    const Profile profile = of_job(segments);
    EXPECT_EQ(profile.topologies, std::vector<std::string>{"<topology/>"});
    EXPECT_EQ(profile.nodes[0].topology, 0U);
    EXPECT_EQ(profile.nodes[1].topology, 0U);
    EXPECT_EQ(profile.nodes[2].topology, MPIMON_NONE);
}

TEST(Places, WhatCannotBeIsLeftOutAndSaid) {
    SegmentBuilder segment = with_world();
    segment.add(MPIMON_BLOCK_NAMES, std::vector{name("tcp/eth0")});
    segment.add(MPIMON_BLOCK_TRANSPORTS, std::vector<mpimon_transport>{{4, 0}, {1, 0}, {2, 1}});
    segment.add(MPIMON_BLOCK_TOPOLOGIES, cut("<topology/>"));
    const Profile profile = decoded(segment);
    ASSERT_EQ(profile.transports.size(), 1U);
    EXPECT_EQ(profile.transports[0].peer, 1U);
    EXPECT_TRUE(profile.topologies.empty());
    ASSERT_EQ(profile.diagnostics.size(), 3U);
    EXPECT_EQ(profile.diagnostics[0].text, "rank 0: 2 blocks or items of its memory make no sense and are left out");
    EXPECT_EQ(profile.diagnostics[1].text, "rank 0: 1 descriptions of hardware make no sense and are left out");
}

TEST(Places, MoreHardwareThanThereIsRoomForIsLeftOut) {
    SegmentBuilder segment = with_place(0, 1, {bound("n1", 0, 0)});
    segment.add(MPIMON_BLOCK_TOPOLOGIES, cut(std::string(MPIMON_HARDWARE_BYTES + MPIMON_TEXT, 'x')));
    EXPECT_EQ(decoded(segment).diagnostics.at(0).text,
              "rank 0: 1 blocks or items of its memory make no sense and are left out");
}

}  // namespace

}  // namespace mpimon::test
