// Segments of layout.h in memory, and profiles of several of them, for tests.
#ifndef MPIMON_TEST_SEGMENT_BUILDER_H
#define MPIMON_TEST_SEGMENT_BUILDER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/layout.h"

namespace mpimon::test {

// Cuts `text` to the room that there is, with a closing NUL.
template <size_t kRoom>
void set_text(char (&field)[kRoom], std::string_view text) {
    field[text.copy(field, kRoom - 1)] = '\0';
}

mpimon_flow flow(uint32_t communicator, uint32_t peer, mpimon_class traffic_class, mpimon_path path,
                 mpimon_direction direction, uint64_t messages, uint64_t bytes);
mpimon_name name(std::string_view text);
mpimon_cvar cvar(std::string_view name, std::string_view value);
mpimon_communicator world(uint32_t size, int32_t rank);

class SegmentBuilder {
  public:
    // A process that ended well, of "solver", on host "node0".
    SegmentBuilder(uint32_t world_rank, uint32_t world_size);

    mpimon_header &header() { return header_; }

    // Appends a block with these items and room for `spare` more. Returns the offset of its first item.
    template <class Item>
    uint64_t add(uint32_t kind, const std::vector<Item> &items, uint32_t spare = 0) {
        return add_block(kind, items.data(), sizeof(Item), static_cast<uint32_t>(items.size()), spare);
    }

    // The segment, valid until the builder changes.
    const void *segment();
    std::vector<unsigned char> bytes();

  private:
    uint64_t add_block(uint32_t kind, const void *items, uint32_t item_size, uint32_t count, uint32_t spare);

    mpimon_header header_ = {};
    std::vector<uint64_t> words_;  // aligned as a segment is
};

// Adds a timeline of three intervals, of which the middle one is after a gap, and a gauge.
void add_timeline(SegmentBuilder &segment);

// The records that libmpi would write for these segments: job (of the first), processes, end.
std::string profile_of(std::vector<SegmentBuilder> &segments);
std::string job_record(SegmentBuilder &segment);
std::string process_record(SegmentBuilder &segment);
std::string process_record_apart(SegmentBuilder &segment);
std::string end_record(uint32_t processes);

// A job of 4 ranks on 2 hosts that uses every part of the format.
std::vector<SegmentBuilder> sample_job();

// The same with places and transports, which older profiles do not have.
std::vector<SegmentBuilder> placed_job();
// Of the process of this rank: two files of MPI-IO, and on rank 0 others for which there was no room.
void add_files(SegmentBuilder &segment, uint32_t rank);
// The same with waits and sizes of collectives.
std::vector<SegmentBuilder> waiting_job();
// Adds these to a job with the sample's ranks.
void add_waits(std::vector<SegmentBuilder> &segments);

void write_file(const std::string &path, std::string_view content);
std::string read_file(const std::string &path);

}  // namespace mpimon::test

#endif
