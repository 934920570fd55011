#include "mpimon/render/replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

// A file beside another one, which is removed unless it takes that one's place.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string &target)
        : target_(target), name_(target + ".XXXXXX"), file_(mkostemp(name_.data(), O_CLOEXEC)) {
        if (file_ < 0)
            fail();
    }
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;
    ~TemporaryFile() {
        if (file_ >= 0)
            close(file_);
        if (!placed_)
            unlink(name_.c_str());
    }

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(file_, bytes.data(), bytes.size());
            if (written < 0 && errno != EINTR)
                fail();
            if (written > 0)
                bytes.remove_prefix(static_cast<size_t>(written));
        }
    }

    void place(mode_t mode) {
        if (fchmod(file_, mode) != 0)
            fail();
        const int file = file_;
        file_ = -1;
        if (close(file) != 0 || std::rename(name_.c_str(), target_.c_str()) != 0)
            fail();
        placed_ = true;
    }

  private:
    [[noreturn]] void fail() const { throw Failure(fmt::format("{}: {}", target_, std::strerror(errno))); }

    const std::string target_;
    std::string name_;
    int file_;
    bool placed_ = false;
};

// Follows links to the file; returns the path itself if there is nothing yet.
std::string resolved(const std::string &path) {
    char *real = realpath(path.c_str(), nullptr);
    const std::string target = real != nullptr ? real : path;
    std::free(real);
    return target;
}

}  // namespace

void replace_file(const std::string &path, std::string_view content, mode_t mode) {
    struct stat status = {};
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        write_output(content, path);
        return;
    }
    const mode_t mask = umask(0);
    umask(mask);
    TemporaryFile file(resolved(path));
    file.write(content);
    file.place(mode & ~mask);
}

}  // namespace mpimon
