// Finds the records of a profile, and the next one after damage.
#include "profile/decode.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <optional>
#include <protozero/pbf_reader.hpp>

#include "profile/crc32c.h"
#include "profile/encode.h"
#include "profile/profile_builder.h"

namespace mpimon {

namespace {

constexpr char kRecordTag = 0x0A;                     // field 1 of Profile, length-delimited
constexpr char kMark[] = {0x0D, 'P', 'M', 'O', 'N'};  // field 1 of Record
constexpr char kChecksumTag = 0x15;                   // field 2 of Record
constexpr size_t kPrefix = sizeof kMark + 1 + sizeof(uint32_t);
constexpr size_t kLongestLength = 5;  // bytes of a varint; a record is at most 2 GiB, as Protocol Buffers have it

enum BodyField : uint32_t { kJob = 3, kProcess = 4, kEnd = 5 };

class Decoder {
  public:
    // Calls done(offset) when the bytes before that offset are no longer needed.
    Decoder(std::string_view file, const std::string &name, std::function<void(size_t)> done)
        : file_(file), name_(name), done_(std::move(done)) {}

    Profile run() {
        size_t offset = 0;
        while (offset < file_.size()) {
            if (const auto record = record_at(offset)) {
                interpret(*record, offset);
                offset = record->end;
                done_(offset);
                continue;
            }
            const std::string what = complaint_;
            const size_t next = next_record(offset + 1);
            builder_.note(offset, fmt::format("{} bytes cannot be read: {}", next - offset, what));
            offset = next;
        }
        if (!any_record_)
            throw ProfileError(nothing_read());
        return builder_.finish(file_.size());
    }

  private:
    struct Record {
        std::string_view content;  // after the checksum
        size_t end;
    };

    // The record that begins at `offset`; nothing, and a complaint, if there is no good one.
    std::optional<Record> record_at(size_t offset) {
        complaint_ = "no record begins here";
        if (file_[offset] != kRecordTag)
            return std::nullopt;
        const char *place = file_.data() + offset + 1;
        const char *const file_end = file_.data() + file_.size();
        uint64_t length = 0;
        try {
            length = protozero::decode_varint(&place, file_end);
        } catch (const protozero::exception &) {
            return std::nullopt;
        }
        const auto start = static_cast<size_t>(place - file_.data());
        if (length > file_.size() - start) {
            complaint_ = fmt::format("a record of {} bytes is cut short", length);
            return std::nullopt;
        }
        if (length < kPrefix || std::memcmp(place, kMark, sizeof kMark) != 0 || place[sizeof kMark] != kChecksumTag)
            return std::nullopt;
        const std::string_view content = file_.substr(start + kPrefix, length - kPrefix);
        if (mpimon_crc32c(content.data(), content.size()) != checksum(place + sizeof kMark + 1)) {
            complaint_ = "a record's checksum differs";
            hashed_in_vain_ += content.size();
            return std::nullopt;
        }
        return Record{content, start + length};
    }

    static uint32_t checksum(const char *bytes) {
        uint32_t value = 0;
        for (int i = 0; i < 4; ++i)
            value |= uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        return value;
    }

    // Where the next good record from `offset` on begins, or the end of the file.
    size_t next_record(size_t offset) {
        const std::string_view mark(kMark, sizeof kMark);
        // A file full of marks would otherwise cost its size squared.
        const uint64_t patience = 16 * uint64_t{file_.size()} + (1U << 20U);
        for (size_t at = file_.find(mark, offset); at != file_.npos; at = file_.find(mark, at + 1))
            for (size_t length = 1; length <= kLongestLength && offset + 1 + length <= at; ++length) {
                const size_t start = at - 1 - length;
                if (hashed_in_vain_ <= patience && record_at(start))
                    return start;
            }
        return file_.size();
    }

    void interpret(const Record &record, size_t offset) {
        any_record_ = true;
        try {
            protozero::pbf_reader reader(record.content.data(), record.content.size());
            while (reader.next())
                interpret_body(reader, offset);
        } catch (const protozero::exception &error) {
            builder_.note(offset, fmt::format("a record is malformed ({})", error.what()));
        }
    }

    void interpret_body(protozero::pbf_reader &reader, size_t offset) {
        using protozero::pbf_wire_type;
        switch (reader.tag_and_type()) {
            case protozero::tag_and_type(kJob, pbf_wire_type::length_delimited):
                builder_.add_job(reader.get_message(), offset);
                if (builder_.format_major() > MPIMON_FORMAT_MAJOR)
                    throw ProfileError(
                        fmt::format("{}: written in format {}, and this mpimon reads up to {}: use the mpimon of the "
                                    "installation that wrote it",
                                    name_, builder_.format_major(), int{MPIMON_FORMAT_MAJOR}));
                break;
            case protozero::tag_and_type(kProcess, pbf_wire_type::length_delimited):
                builder_.add_process(reader.get_message(), offset);
                break;
            case protozero::tag_and_type(kEnd, pbf_wire_type::length_delimited):
                builder_.add_end(reader.get_message(), offset);
                break;
            default:
                reader.skip();  // of a later minor format
        }
    }

    std::string nothing_read() const {
        if (file_.empty())
            return fmt::format("{}: empty; the job that writes it may still be running", name_);
        if (file_.find(std::string_view(kMark, sizeof kMark)) == file_.npos)
            return fmt::format("{}: not a profile (expected is a .mon file of a monitored job)", name_);
        return fmt::format("{}: a profile, but damaged: not one record can be read", name_);
    }

    std::string_view file_;
    const std::string &name_;
    ProfileBuilder builder_;
    std::function<void(size_t)> done_;
    std::string complaint_;
    uint64_t hashed_in_vain_ = 0;
    bool any_record_ = false;
};

// Bytes of a file that are given back at a time.
constexpr size_t kPiece = size_t{16} << 20U;

// A file's content, mapped read-only.
class MappedFile {
  public:
    explicit MappedFile(const std::string &path) {
        const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0)
            throw ProfileError(fmt::format("{}: {}", path, std::strerror(errno)));
        struct stat status = {};
        const bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
        size_ = regular ? static_cast<size_t>(status.st_size) : 0;
        if (size_ > 0)
            address_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
        const int mapping_error = errno;
        close(fd);
        if (!regular)
            throw ProfileError(fmt::format("{}: not a regular file; name the .mon file itself", path));
        if (address_ == MAP_FAILED)
            throw ProfileError(fmt::format("{}: cannot be mapped: {}", path, std::strerror(mapping_error)));
    }
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;
    ~MappedFile() {
        if (size_ > 0)
            munmap(address_, size_);
    }

    const void *data() const { return address_; }
    size_t size() const { return size_; }

    // What is before `offset` need not be in memory any more; a large file would take as much as all that is made of
    // it.
    void give_back(size_t offset) {
        if (offset < given_back_ + kPiece)
            return;
        const size_t whole = offset / kPiece * kPiece;
        madvise(static_cast<char *>(address_) + given_back_, whole - given_back_, MADV_DONTNEED);
        given_back_ = whole;
    }

  private:
    void *address_ = nullptr;
    size_t size_ = 0;
    size_t given_back_ = 0;  // bytes at its beginning
};

}  // namespace

Profile decode_profile(const void *data, size_t size, const std::string &name) {
    return Decoder({static_cast<const char *>(data), size}, name, [](size_t) {}).run();
}

Profile read_profile(const std::string &path) {
    MappedFile file(path);
    const std::string_view content(static_cast<const char *>(file.data()), file.size());
    return Decoder(content, path, [&](size_t offset) { file.give_back(offset); }).run();
}

}  // namespace mpimon
