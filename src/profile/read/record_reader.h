// The records of a profile, one after the other, and the next one after damage.
#ifndef MPIMON_PROFILE_RECORD_READER_H
#define MPIMON_PROFILE_RECORD_READER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mpimon {

// A sound record of a file. Both parts are the file's bytes, and live as long as those.
struct Record {
    size_t offset;             // where it begins
    std::string_view whole;    // with its tag and length
    std::string_view content;  // the fields after marker and checksum
};

class RecordReader {
  public:
    // Called for each part that cannot be read: from which offset on, and why.
    using Damaged = std::function<void(size_t offset, const std::string &what)>;

    RecordReader(std::string_view file, Damaged damaged) : file_(file), damaged_(std::move(damaged)) {}

    // The next sound record; nothing at the end of the file.
    std::optional<Record> next();

  private:
    std::optional<Record> record_at(size_t offset);
    size_t next_record(size_t offset);

    std::string_view file_;
    Damaged damaged_;
    size_t offset_ = 0;
    std::string complaint_;  // why record_at() found nothing
    uint64_t hashed_in_vain_ = 0;
};

// Whether a record, sound or not, begins anywhere in these bytes.
bool has_record_marker(std::string_view file);

}  // namespace mpimon

#endif
