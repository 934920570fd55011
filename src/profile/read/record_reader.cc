#include "profile/read/record_reader.h"

#include <fmt/format.h>

#include <cstring>
#include <protozero/varint.hpp>

#include "profile/format/crc32c.h"
#include "profile/format/records.h"

namespace mpimon {

namespace {

constexpr size_t kPrefix = sizeof kMarkerBytes + 1 + sizeof(uint32_t);
constexpr size_t kLongestLength = 5;  // bytes of a varint; a record is at most 2 GiB, as Protocol Buffers have it

uint32_t checksum(const char *bytes) {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
        value |= uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
}

std::string_view marker() {
    return {reinterpret_cast<const char *>(kMarkerBytes), sizeof kMarkerBytes};
}

}  // namespace

bool has_record_marker(std::string_view file) {
    return file.find(marker()) != file.npos;
}

std::optional<Record> RecordReader::next() {
    while (offset_ < file_.size()) {
        if (const auto record = record_at(offset_)) {
            offset_ += record->whole.size();
            return record;
        }
        const std::string what = complaint_;
        const size_t next = next_record(offset_ + 1);
        damaged_(offset_, fmt::format("{} bytes cannot be read: {}", next - offset_, what));
        offset_ = next;
    }
    return std::nullopt;
}

// The record that begins at `offset`; nothing, and a complaint, if there is no good one.
std::optional<Record> RecordReader::record_at(size_t offset) {
    complaint_ = "no record begins here";
    if (file_[offset] != char{kRecordTag})
        return std::nullopt;
    const char *next = file_.data() + offset + 1;
    const char *const file_end = file_.data() + file_.size();
    uint64_t length = 0;
    try {
        length = protozero::decode_varint(&next, file_end);
    } catch (const protozero::exception &) {
        return std::nullopt;
    }
    const auto start = static_cast<size_t>(next - file_.data());
    if (length > file_.size() - start) {
        complaint_ = fmt::format("a record of {} bytes is cut short", length);
        return std::nullopt;
    }
    if (length < kPrefix || std::memcmp(next, kMarkerBytes, sizeof kMarkerBytes) != 0 ||
        next[sizeof kMarkerBytes] != char{kChecksumTag})
        return std::nullopt;
    const std::string_view content = file_.substr(start + kPrefix, length - kPrefix);
    if (mpimon_crc32c(content.data(), content.size()) != checksum(next + sizeof kMarkerBytes + 1)) {
        complaint_ = "a record's checksum differs";
        hashed_in_vain_ += content.size();
        return std::nullopt;
    }
    return Record{offset, file_.substr(offset, start + length - offset), content};
}

// Where the next good record from `offset` on begins, or the end of the file.
size_t RecordReader::next_record(size_t offset) {
    // A file full of markers would otherwise cost its size squared.
    const uint64_t patience = 16 * uint64_t{file_.size()} + (1U << 20U);
    for (size_t at = file_.find(marker(), offset); at != file_.npos; at = file_.find(marker(), at + 1))
        for (size_t length = 1; length <= kLongestLength && offset + 1 + length <= at; ++length) {
            const size_t start = at - 1 - length;
            if (hashed_in_vain_ <= patience && record_at(start))
                return start;
        }
    return file_.size();
}

}  // namespace mpimon
