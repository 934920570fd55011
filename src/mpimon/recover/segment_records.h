// A segment as the records of a profile.
#ifndef MPIMON_RECOVER_SEGMENT_RECORDS_H
#define MPIMON_RECOVER_SEGMENT_RECORDS_H

#include <cstdint>
#include <string>
#include <vector>

#include "mpimon/recover/orphaned_segments.h"

namespace mpimon {

// What one process has counted, as it is now. Its process may be counting meanwhile.
class SegmentRecords {
  public:
    // Throws SegmentError if the file cannot be read.
    explicit SegmentRecords(const OrphanedSegment &segment);

    // The record of the job, as this process knows it.
    std::string job() const;
    const std::string &process() const { return process_; }

  private:
    std::vector<uint64_t> content_;
    std::string process_;
};

// The record that ends a profile of so many processes.
std::string end_record(uint32_t processes);

}  // namespace mpimon

#endif
