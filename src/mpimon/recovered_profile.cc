#include "mpimon/recovered_profile.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

#include "mpimon/failure.h"
#include "mpimon/replaced_file.h"
#include "profile/decode.h"
#include "profile/encode.h"
#include "profile/mapped_file.h"
#include "profile/raw_profile.h"

namespace mpimon {

namespace {

using Bytes = std::vector<uint8_t>;

// What one of the functions of encode.h makes; empty if it makes nothing.
template <class Encode>
Bytes record_by(Encode encode) {
    Bytes record(encode(nullptr, 0));
    if (encode(record.data(), record.size()) != record.size())
        record.clear();
    return record;
}

std::string_view view(const Bytes &record) {
    return {reinterpret_cast<const char *>(record.data()), record.size()};
}

// The profile that was made before of the same job: on another node, or when there were more segments.
class EarlierProfile {
  public:
    // Throws Failure if something else is there: nothing else is to be lost.
    EarlierProfile(const std::string &path, uint64_t job_key) {
        struct stat status = {};
        if (lstat(path.c_str(), &status) != 0) {
            if (errno == ENOENT)
                return;
            throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
        }
        if (!S_ISREG(status.st_mode))
            refuse(path, "is there, and no regular file");
        if (status.st_uid != geteuid())
            refuse(path, "belongs to another user");
        if (status.st_size > 0)
            read(path, job_key);
    }

    // The job's record of the lowest rank is the best: only that of rank 0 has all settings.
    bool has_below(uint32_t rank) const {
        return !records_.job.empty() && !records_.processes.empty() && records_.processes.begin()->first < rank;
    }
    std::string_view job() const { return records_.job; }
    const std::map<uint32_t, std::string_view> &processes() const { return records_.processes; }

  private:
    [[noreturn]] static void refuse(const std::string &path, const char *why) {
        throw Failure(fmt::format("{}: {}; remove it, or name another file by -o", path, why));
    }

    void read(const std::string &path, uint64_t job_key) {
        try {
            file_.emplace(path);
            records_ = raw_profile(file_->content());
        } catch (const ProfileError &error) {
            throw Failure(error.what());
        }
        if (records_.key != job_key)
            refuse(path, "is there, and is no profile of this job");
    }

    std::optional<MappedFile> file_;
    RawProfile records_;
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

RecoveredProfile write_recovered(const LeftJob &job, const std::string &path, std::chrono::seconds patience) {
    ReplacedFile file(path, patience);
    const EarlierProfile earlier(path, job.header().job_key);
    std::map<uint32_t, std::string_view> others = earlier.processes();
    RecoveredProfile result;
    uint32_t processes = 0;
    for (const Leftover &segment : job.segments) {
        try {
            const std::vector<uint64_t> content = SegmentFile(segment.path).content();
            const auto encode = [&](auto encoder) {
                return record_by([&](uint8_t *out, size_t room) { return encoder(content.data(), out, room); });
            };
            const Bytes process = encode(mpimon_encode_process);
            if (process.empty())
                throw SegmentError(segment.path + ": damaged: nothing of it can be read");
            if (processes == 0)
                file.append(earlier.has_below(segment.header.world_rank) ? earlier.job()
                                                                         : view(encode(mpimon_encode_job)));
            file.append(view(process));
            ++processes;
            others.erase(segment.header.world_rank);
        } catch (const SegmentError &error) {
            result.left_out.push_back({segment.path, error.what()});
        }
    }
    if (processes == 0)
        throw Failure(result.left_out.front().why);
    for (const auto &[rank, record] : others) {
        file.append(record);
        result.kept.push_back(rank);
        ++processes;
    }
    file.append(view(record_by([&](uint8_t *out, size_t room) { return mpimon_encode_end(processes, out, room); })));
    file.keep();
    return result;
}

}  // namespace mpimon
