#include "mpimon/recovered_profile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "mpimon/failure.h"
#include "profile/decode.h"
#include "profile/encode.h"

namespace mpimon {

namespace {

using Record = std::vector<uint8_t>;

// What one of the functions of encode.h makes; empty if it makes nothing.
template <class Encode>
Record record_by(Encode encode) {
    Record record(encode(nullptr, 0));
    if (encode(record.data(), record.size()) != record.size())
        record.clear();
    return record;
}

// A file that has its name from keep() on; without, nothing is left of it.
class NewFile {
  public:
    explicit NewFile(const std::string &path) : path_(path), temporary_(path + ".part") {
        unlink(temporary_.c_str());
        file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file_ < 0)
            fail();
    }
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;
    ~NewFile() {
        if (file_ >= 0)
            close(file_);
        if (!kept_)
            unlink(temporary_.c_str());
    }

    void append(const Record &record) {
        for (size_t done = 0; done < record.size();) {
            const ssize_t written = write(file_, record.data() + done, record.size() - done);
            if (written < 0 && errno != EINTR)
                fail();
            done += static_cast<size_t>(std::max<ssize_t>(written, 0));
        }
    }

    // The segments may be removed after this, so it waits until the profile is safe.
    void keep() {
        const int file = file_;
        const bool synced = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
        file_ = -1;
        if (close(file) != 0 || !synced || std::rename(temporary_.c_str(), path_.c_str()) != 0)
            fail();
        kept_ = true;
    }

  private:
    [[noreturn]] void fail() const { throw Failure(fmt::format("{}: {}", path_, std::strerror(errno))); }

    std::string path_;
    std::string temporary_;
    int file_ = -1;
    bool kept_ = false;
};

// Part of a file's name: no slash, no dot at its start, nothing that a terminal might take for a command.
std::string name_part(std::string text) {
    for (char &c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && std::strchr("._-+", c) == nullptr)
            c = '_';
    if (text.empty() || text.front() == '.')
        text.insert(text.begin(), '_');
    return text;
}

}  // namespace

std::string recovered_name(const LeftJob &job) {
    const mpimon_header &header = job.header();
    return fmt::format("{}.{}.recovered-{:016x}.mon", name_part(job.program()), name_part(header_text(header.job_id)),
                       header.job_key);
}

bool holds_more(const std::string &path, const LeftJob &job) {
    try {
        for (const Process &process : read_profile(path).processes)
            if (std::none_of(job.segments.begin(), job.segments.end(),
                             [&](const Leftover &segment) { return segment.header.world_rank == process.world_rank; }))
                return true;
    } catch (const ProfileError &) {
        // not there, or not readable
    }
    return false;
}

std::vector<Unreadable> write_recovered(const LeftJob &job, const std::string &path) {
    std::vector<Unreadable> left_out;
    NewFile file(path);
    uint32_t processes = 0;
    for (const Leftover &segment : job.segments) {
        try {
            const std::vector<uint64_t> content = SegmentFile(segment.path).content();
            const auto encode = [&](auto encoder) {
                return record_by([&](uint8_t *out, size_t room) { return encoder(content.data(), out, room); });
            };
            const Record process = encode(mpimon_encode_process);
            if (process.empty())
                throw SegmentError(segment.path + ": damaged: nothing of it can be read");
            if (processes == 0)
                file.append(encode(mpimon_encode_job));
            file.append(process);
            ++processes;
        } catch (const SegmentError &error) {
            left_out.push_back({segment.path, error.what()});
        }
    }
    if (processes == 0)
        throw Failure(left_out.front().why);
    file.append(record_by([&](uint8_t *out, size_t room) { return mpimon_encode_end(processes, out, room); }));
    file.keep();
    return left_out;
}

}  // namespace mpimon
