#include "mpimon/commands/jobs/profile_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "analysis/names/text.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr std::string_view kSuffix = ".mon";
constexpr int kDeepest = 64;  // folders within each other

std::string own_name() {
    const passwd *entry = getpwuid(geteuid());
    return entry != nullptr ? entry->pw_name : "";
}

bool ends_like_a_profile(std::string_view name) {
    return name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
}

class Search {
  public:
    explicit Search(const std::string &folder) : folder_(folder), own_name_(own_name()) {}

    ProfileTree run() {
        const int fd = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd >= 0)
            look_into(fd, "", 0);
        else if (!look_for_own(AT_FDCWD, folder_.c_str(), "", 0))
            throw Failure(fmt::format("{}: {}", folder_, std::strerror(errno)));
        std::sort(found_.files.begin(), found_.files.end(),
                  [](const FoundFile &a, const FoundFile &b) { return a.name < b.name; });
        return std::move(found_);
    }

  private:
    // Takes the descriptor over; `prefix` is empty, or ends with a slash.
    void look_into(int fd, const std::string &prefix, int depth) {
        const std::unique_ptr<DIR, int (*)(DIR *)> entries(fdopendir(fd), closedir);
        if (!entries) {
            close(fd);
            complain(prefix, errno);
            return;
        }
        while (const dirent *entry = readdir(entries.get())) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..")
                continue;
            if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN || ends_like_a_profile(name))
                add(fd, entry->d_name, prefix, depth);
        }
    }

    void add(int parent, const char *name, const std::string &prefix, int depth) {
        struct stat status = {};
        if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            return;  // removed meanwhile
        if (S_ISREG(status.st_mode) && ends_like_a_profile(name))
            found_.files.push_back({prefix + name, static_cast<uint64_t>(status.st_size),
                                    status.st_mtim.tv_sec * INT64_C(1000000000) + status.st_mtim.tv_nsec});
        if (S_ISDIR(status.st_mode) && depth < kDeepest)
            add_folder(parent, name, prefix + name + "/", depth + 1);
    }

    void add_folder(int parent, const char *name, const std::string &prefix, int depth) {
        const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0)
            look_into(fd, prefix, depth);
        else if (!look_for_own(parent, name, prefix, depth))
            complain(prefix, errno);
    }

    // Returns whether `name` is a folder that everybody may write to and that cannot be listed; errno stays otherwise.
    bool look_for_own(int parent, const char *name, const std::string &prefix, int depth) {
        const int error = errno;
        struct stat status = {};
        const bool shared = error == EACCES && fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                            S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
        if (shared && !own_name_.empty()) {
            const int folder = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            const int own = openat(folder, own_name_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (own >= 0)
                look_into(own, prefix + own_name_ + "/", depth + 1);
            if (folder >= 0)
                close(folder);
        }
        errno = error;
        return shared;
    }

    void complain(const std::string &prefix, int error) {
        const std::string path = folder_ + '/' + prefix;
        found_.complaints.push_back(
            fmt::format("{}: {}", printable(path.substr(0, path.find_last_not_of('/') + 1)), std::strerror(error)));
    }

    const std::string &folder_;
    const std::string own_name_;
    ProfileTree found_;
};

}  // namespace

ProfileTree find_profiles(const std::string &folder) {
    return Search(folder).run();
}

}  // namespace mpimon
