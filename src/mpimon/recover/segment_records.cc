#include "mpimon/recover/segment_records.h"

#include "profile/read/segment_file.h"
#include "profile/write/encode/encode.h"

namespace mpimon {

namespace {

// The bytes that one of the functions of encode.h makes; empty if it makes none. Most records have room in kRoom, and
// are made once.
constexpr size_t kRoom = 8192;

template <class Encode>
std::string record_by(Encode encode) {
    std::string record(kRoom, '\0');
    size_t size = encode(reinterpret_cast<uint8_t *>(record.data()), record.size());
    if (size > record.size()) {
        record.resize(size);
        size = encode(reinterpret_cast<uint8_t *>(record.data()), record.size());
    }
    record.resize(size <= record.size() ? size : 0);
    return record;
}

// Adds what can be told from outside, unless the process has said it itself.
void say_ending(const OrphanedSegment &segment, mpimon_header &header) {
    if (segment.life == Life::kRuns)
        header.job.ending = MPIMON_ENDING_NONE;
    else if (segment.life == Life::kEnded && header.job.ending == MPIMON_ENDING_UNKNOWN)
        header.job.ending = MPIMON_ENDING_KILLED;
}

}  // namespace

SegmentRecords::SegmentRecords(const OrphanedSegment &segment) : content_(SegmentFile(segment.path).content()) {
    say_ending(segment, *reinterpret_cast<mpimon_header *>(content_.data()));
    process_ =
        record_by([&](uint8_t *out, size_t room) { return mpimon_encode_process_apart(content_.data(), out, room); });
    if (process_.empty())
        throw SegmentError(segment.path + ": damaged: nothing of it can be read");
}

std::string SegmentRecords::job() const {
    return record_by([&](uint8_t *out, size_t room) { return mpimon_encode_job(content_.data(), out, room); });
}

std::string end_record(uint32_t processes) {
    return record_by([&](uint8_t *out, size_t room) { return mpimon_encode_end(processes, out, room); });
}

}  // namespace mpimon
