#include "mpimon/recover/recovered_profile.h"

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
#include "mpimon/recover/replaced_file.h"
#include "mpimon/recover/segment_records.h"
#include "profile/read/decode.h"
#include "profile/read/mapped_file.h"
#include "profile/read/raw_profile.h"

namespace mpimon {

namespace {

// A profile of the same job that was made before: on another node, or when there were more segments.
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

// Takes a job's segments one by one, then replaces the earlier profile by one with what they hold.
class Recovery {
  public:
    Recovery(const std::string &path, std::chrono::seconds patience, uint64_t job_key)
        : file_(path, patience), earlier_(path, job_key), others_(earlier_.processes()) {}

    void take(const OrphanedSegment &segment) {
        try {
            append(segment, SegmentRecords(segment));
        } catch (const SegmentGone &error) {
            // Another mpimon may have put it into the profile and removed it since.
            if (others_.count(segment.header.world_rank) > 0)
                taken_before_ = true;
            else
                result_.left_out.push_back({segment.path, error.what()});
        } catch (const SegmentError &error) {
            result_.left_out.push_back({segment.path, error.what()});
        }
    }

    RecoveredProfile finish() {
        if (processes_ == 0 && !taken_before_)
            throw Failure(result_.left_out.front().why);
        for (const auto &other : others_)
            result_.kept.push_back(other.first);
        if (processes_ > 0)
            replace_earlier();
        return std::move(result_);
    }

  private:
    void append(const OrphanedSegment &segment, const SegmentRecords &records) {
        const uint32_t rank = segment.header.world_rank;
        if (processes_ == 0)
            file_.append(earlier_.has_below(rank) ? earlier_.job() : records.job());
        file_.append(records.process());
        ++processes_;
        others_.erase(rank);
    }

    void replace_earlier() {
        for (const auto &other : others_)
            file_.append(other.second);
        const uint32_t processes = processes_ + static_cast<uint32_t>(others_.size());
        file_.append(end_record(processes));
        file_.keep();
    }

    ReplacedFile file_;  // first, so that nobody else replaces the earlier profile once it is read
    EarlierProfile earlier_;
    std::map<uint32_t, std::string_view> others_;  // the earlier profile's, of ranks that no segment was taken of
    uint32_t processes_ = 0;                       // of which a segment was taken
    bool taken_before_ = false;
    RecoveredProfile result_;
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

std::string recovered_name(const OrphanedJob &job) {
    const mpimon_header &header = job.header();
    return fmt::format("{}.{}.recovered-{:016x}.mon", name_part(job.program()), name_part(header_text(header.job_id)),
                       header.job_key);
}

RecoveredProfile write_recovered(const OrphanedJob &job, const std::string &path, std::chrono::seconds patience) {
    Recovery recovery(path, patience, job.header().job_key);
    for (const OrphanedSegment &segment : job.segments)
        recovery.take(segment);
    return recovery.finish();
}

}  // namespace mpimon
