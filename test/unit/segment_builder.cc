#include "segment_builder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "profile/write/encode/encode.h"

namespace mpimon::test {

namespace {

constexpr uint64_t kBlockAlignment = 64;

template <class Encode>
std::string encoded(Encode encode) {
    std::string record(encode(nullptr, 0), '\0');
    EXPECT_EQ(encode(reinterpret_cast<uint8_t *>(record.data()), record.size()), record.size());
    return record;
}

}  // namespace

mpimon_flow flow(uint32_t communicator, uint32_t peer, mpimon_class traffic_class, mpimon_path path,
                 mpimon_direction direction, uint64_t messages, uint64_t bytes) {
    mpimon_flow flow = {};
    flow.communicator = communicator;
    flow.peer = peer;
    flow.traffic_class = traffic_class;
    flow.path = path;
    flow.direction = direction;
    flow.messages = messages;
    flow.bytes = bytes;
    return flow;
}

mpimon_name name(std::string_view text) {
    mpimon_name name = {};
    set_text(name.text, text);
    return name;
}

mpimon_cvar cvar(std::string_view name, std::string_view value) {
    mpimon_cvar cvar = {};
    set_text(cvar.name, name);
    set_text(cvar.value, value);
    return cvar;
}

mpimon_communicator world(uint32_t size, int32_t rank) {
    mpimon_communicator communicator = {};
    communicator.group_hash = 0x1111;
    communicator.size = size;
    communicator.rank = rank;
    communicator.members = MPIMON_MEMBERS_WORLD;
    set_text(communicator.name, "MPI_COMM_WORLD");
    return communicator;
}

SegmentBuilder::SegmentBuilder(uint32_t world_rank, uint32_t world_size) {
    header_.magic = MPIMON_SEGMENT_MAGIC;
    header_.version = MPIMON_SEGMENT_VERSION;
    header_.header_size = (sizeof header_ + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
    header_.state = MPIMON_COMPLETE;
    header_.pid = 1000 + world_rank;
    header_.world_rank = world_rank;
    header_.world_size = world_size;
    header_.start_time_ns = INT64_C(1700000000000000000);
    header_.end_time_ns = INT64_C(1700000012500000000);
    header_.enable = 2;
    set_text(header_.job_id, "4711");
    set_text(header_.host, "node0");
    set_text(header_.user, "tester");
    set_text(header_.executable, "/opt/app/solver");
    set_text(header_.mpich_version, "4.0.2");
    set_text(header_.device, "ch4:ucx");
    set_text(header_.project_version, "0.1.0");
    header_.job_key = 0x4711;
    set_text(header_.detail, "peers,histograms,communicators,algorithms,receives");
    words_.resize(header_.header_size / sizeof(uint64_t));
}

uint64_t SegmentBuilder::add_block(uint32_t kind, const void *items, uint32_t item_size, uint32_t count,
                                   uint32_t spare) {
    const uint64_t offset = words_.size() * sizeof(uint64_t);
    mpimon_block block = {};
    block.kind = kind;
    block.item_size = item_size;
    block.capacity = count + spare;
    block.count = count;
    block.size = sizeof block + uint64_t{block.capacity} * item_size;
    block.size = (block.size + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
    words_.resize((offset + block.size) / sizeof(uint64_t));
    char *start = reinterpret_cast<char *>(words_.data()) + offset;
    std::memcpy(start, &block, sizeof block);
    if (count > 0)
        std::memcpy(start + sizeof block, items, size_t{count} * item_size);
    return offset + sizeof block;
}

const void *SegmentBuilder::segment() {
    header_.used = words_.size() * sizeof(uint64_t);
    std::memcpy(words_.data(), &header_, sizeof header_);
    return words_.data();
}

std::vector<unsigned char> SegmentBuilder::bytes() {
    const auto *start = static_cast<const unsigned char *>(segment());
    return {start, start + header_.used};
}

void add_timeline(SegmentBuilder &segment) {
    constexpr uint64_t kSecond = 1000000000;
    mpimon_timeline timeline = {};
    timeline.interval = kSecond;
    timeline.state = MPIMON_TIMELINE_FINISHED;
    timeline.gauges[0] = 1;
    timeline.unrecorded[0].time = kSecond / 2;
    std::vector<mpimon_sample> samples(3);
    for (uint64_t i = 0; i < samples.size(); ++i) {
        mpimon_sample &sample = samples[i];
        sample.serial = i + 1;
        sample.end = (i + 1) * kSecond;
        sample.recorded = sample.end - (i > 0 ? kSecond / 2 : 0);
        sample.memory = (100 + i) << 20U;
        sample.gauges[0] = i;
        sample.sums.collective_calls = i;
        sample.sums.messages[MPIMON_CLASS_P2P][MPIMON_SENT] = i * i;
        sample.sums.bytes[MPIMON_CLASS_P2P][MPIMON_SENT] = 100 * i * i;
    }
    segment.add(MPIMON_BLOCK_TIMELINE, std::vector{timeline});
    segment.add(MPIMON_BLOCK_SAMPLES, samples, 2);
}

std::string job_record(SegmentBuilder &segment) {
    return encoded([&](uint8_t *out, size_t room) { return mpimon_encode_job(segment.segment(), out, room); });
}

std::string process_record(SegmentBuilder &segment) {
    return encoded([&](uint8_t *out, size_t room) { return mpimon_encode_process(segment.segment(), out, room); });
}

std::string process_record_apart(SegmentBuilder &segment) {
    return encoded(
        [&](uint8_t *out, size_t room) { return mpimon_encode_process_apart(segment.segment(), out, room); });
}

std::string end_record(uint32_t processes) {
    return encoded([&](uint8_t *out, size_t room) { return mpimon_encode_end(processes, out, room); });
}

std::string profile_of(std::vector<SegmentBuilder> &segments) {
    std::string profile = job_record(segments.front());
    for (SegmentBuilder &segment : segments)
        profile += process_record(segment);
    return profile + end_record(static_cast<uint32_t>(segments.size()));
}

void write_file(const std::string &path, std::string_view content) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    ASSERT_TRUE(file.flush()) << path;
}

std::string read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace mpimon::test
