#include "mpimon/commands/jobs/listing.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "analysis/names/text.h"
#include "mpimon/commands/jobs/job_cache.h"
#include "mpimon/commands/jobs/profile_tree.h"
#include "mpimon/failure.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

// On a network a file's content takes a while to come, so that more of them are read at once than there are processors.
constexpr size_t kReaders = 8;

// Larger ones are read one at a time, for the memory that each of them takes.
constexpr uint64_t kLarge = uint64_t{64} << 20U;

// A file that was changed so shortly before it was read may change again without its time telling it.
constexpr std::chrono::nanoseconds kSettled = std::chrono::seconds(1);

// Whatever a file does to the reader, the listing goes on.
Content read_content(const std::string &path) {
    Content content;
    try {
        const Profile profile = read_profile(path, Access::kCopied);
        content.row = job_row(profile);
        if (!profile.diagnostics.empty())
            content.complaint = profile.diagnostics.front().text;
        if (const size_t more = profile.diagnostics.size() - 1 + profile.unlisted_diagnostics;
            !profile.diagnostics.empty() && more > 0)
            content.complaint += fmt::format("; and {} more; mpimon report shows them", more);
    } catch (const std::bad_alloc &) {
        content.complaint = "too large for the memory that there is";
    } catch (const ProfileError &error) {
        const std::string_view text = error.what();
        const bool named = text.rfind(path + ": ", 0) == 0;
        content.complaint = text.substr(named ? path.size() + 2 : 0);
    }
    return content;
}

// One folder's files, or files that were named.
class Reading {
  public:
    Reading(std::string folder, std::vector<FoundFile> files) : folder_(std::move(folder)) {
        for (FoundFile &file : files)
            files_.push_back({std::move(file), {}});
    }

    std::string path_of(const CachedFile &file) const {
        return folder_.empty() || folder_.back() == '/' ? folder_ + file.file.name : folder_ + '/' + file.file.name;
    }
    const std::vector<CachedFile> &files() const { return files_; }

    void read_with_cache() {
        const JobCache cache(folder_);
        for (CachedFile &file : files_)
            if (const Content *known = cache.find(file.file))
                file.content = *known;
            else
                missing_.push_back(&file);
        const bool changed = !missing_.empty() || cache.size() != files_.size();
        const auto start = std::chrono::system_clock::now().time_since_epoch();
        read_missing();
        if (changed)
            JobCache::keep(folder_, settled_before(start - kSettled));
    }

    void read() {
        for (CachedFile &file : files_)
            missing_.push_back(&file);
        read_missing();
    }

  private:
    void read_missing() {
        std::atomic<size_t> next = 0;
        std::mutex large;
        const auto work = [&] {
            for (size_t i = next++; i < missing_.size(); i = next++) {
                std::unique_lock<std::mutex> one_at_a_time(large, std::defer_lock);
                if (missing_[i]->file.size > kLarge)
                    one_at_a_time.lock();
                missing_[i]->content = read_content(path_of(*missing_[i]));
            }
        };
        std::vector<std::thread> readers;
        try {
            for (size_t i = 1; i < std::min(kReaders, missing_.size()); ++i)
                readers.emplace_back(work);
        } catch (const std::system_error &) {
            // No further thread is to be had: those that there are read all.
        }
        work();
        for (std::thread &reader : readers)
            reader.join();
    }

    // Those whose content is worth keeping: nothing tells when a file that may not be read is one that may.
    std::vector<const CachedFile *> settled_before(std::chrono::nanoseconds time) const {
        std::vector<const CachedFile *> settled;
        for (const CachedFile &file : files_)
            if (file.file.changed_ns < time.count() && (file.content.row || access(path_of(file).c_str(), R_OK) == 0))
                settled.push_back(&file);
        return settled;
    }

    std::string folder_;
    std::vector<CachedFile> files_;
    std::vector<CachedFile *> missing_;
};

void add(const Reading &reading, Listing &listing) {
    for (const CachedFile &file : reading.files()) {
        const std::string path = reading.path_of(file);
        const Content &content = file.content;
        if (!content.complaint.empty())
            listing.complaints.push_back(printable(path) + ": " + printable(content.complaint));
        if (content.row)
            listing.jobs.push_back({path, *content.row, !content.complaint.empty()});
        else
            ++listing.unreadable;
    }
}

}  // namespace

Listing list_jobs(const std::vector<std::string> &paths, bool cached) {
    Listing listing;
    std::vector<FoundFile> named;
    for (const std::string &path : paths) {
        struct stat status = {};
        if (stat(path.c_str(), &status) != 0)
            throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
        if (!S_ISDIR(status.st_mode)) {
            named.push_back({path, static_cast<uint64_t>(status.st_size), 0});
            continue;
        }
        ProfileTree tree = find_profiles(path);
        listing.complaints.insert(listing.complaints.end(), tree.complaints.begin(), tree.complaints.end());
        Reading reading(path, std::move(tree.files));
        cached ? reading.read_with_cache() : reading.read();
        add(reading, listing);
    }
    Reading reading("", std::move(named));
    reading.read();
    add(reading, listing);
    return listing;
}

}  // namespace mpimon
