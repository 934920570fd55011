// A segment's file as another process finds it: it may be torn, another user's, or still growing.
#ifndef MPIMON_PROFILE_SEGMENT_FILE_H
#define MPIMON_PROFILE_SEGMENT_FILE_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/layout.h"

namespace mpimon {

// Thrown where a file cannot be used; what() is one line that names it and says why.
class SegmentError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Thrown where there is no such file, or no longer.
class SegmentGone : public SegmentError {
  public:
    using SegmentError::SegmentError;
};

// Whether the process that wrote a segment still runs.
enum class Life {
    kEnded,
    kRuns,
    kUnknown  // it was on another host, whose file system has no locks
};

// A file that is open. Nothing is ever written to it, and only regular files of the calling user are opened.
class SegmentFile {
  public:
    // Throws SegmentError; SegmentGone, which is one, if there is no such file.
    explicit SegmentFile(const std::string &path);
    SegmentFile(const SegmentFile &) = delete;
    SegmentFile &operator=(const SegmentFile &) = delete;
    ~SegmentFile();

    // False if the file has no header yet, or never got one: its process has counted nothing.
    bool begun() const { return header_.magic != 0 && header_.start_time_ns != 0; }

    // All zero unless begun; texts may lack their final zero.
    const mpimon_header &header() const { return header_; }

    Life life() const;

    // The segment as it is now, for the functions of encode.h: header.used is what the file really has of it. A flow
    // that is counted meanwhile is read until two readings agree, so that its messages have their bytes. Throws
    // SegmentError, also if the file is no segment any more.
    std::vector<uint64_t> content() const;

    // Bytes of the segment that are not in the file: its process had them in private memory.
    uint64_t missing_bytes() const;

  private:
    uint64_t size() const;
    void read_header();
    void settle_flows(std::vector<uint64_t> &words) const;
    void settle_block(mpimon_flow *flows, uint64_t count, uint64_t offset) const;
    void settle(mpimon_flow &flow, uint64_t offset) const;

    std::string path_;
    int file_ = -1;
    mpimon_header header_ = {};
};

}  // namespace mpimon

#endif
