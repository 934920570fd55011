#include "mpimon/recover/replaced_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPause(20);

// What changes about a file while somebody writes it, or when somebody else begins to.
struct Stage {
    ino_t file = 0;
    off_t size = -1;

    explicit Stage(const std::string &path) {
        struct stat status = {};
        if (lstat(path.c_str(), &status) == 0) {
            file = status.st_ino;
            size = status.st_size;
        }
    }
    bool operator==(const Stage &other) const { return file == other.file && size == other.size; }
};

}  // namespace

ReplacedFile::ReplacedFile(const std::string &path, std::chrono::seconds patience)
    : path_(path), temporary_(path + ".part") {
    Stage stage(temporary_);
    milliseconds waited(0);
    for (create(); file_ < 0; create()) {
        if (waited >= patience)
            throw Failure(fmt::format(
                "{}: is there: another mpimon writes it, or one was cut off; if none does, remove it", temporary_));
        std::this_thread::sleep_for(kPause);
        const Stage now(temporary_);
        waited = now == stage ? waited + kPause : milliseconds(0);
        stage = now;
    }
}

ReplacedFile::~ReplacedFile() {
    if (!kept_ && has_its_name())
        unlink(temporary_.c_str());
    if (file_ >= 0)
        close(file_);
}

// Whether our file still has the name: somebody may have removed it, and another one made a file of that name.
bool ReplacedFile::has_its_name() const {
    struct stat own = {};
    struct stat named = {};
    return file_ >= 0 && fstat(file_, &own) == 0 && lstat(temporary_.c_str(), &named) == 0 &&
           own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

// Makes the file, unless there is one already.
void ReplacedFile::create() {
    file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file_ < 0 && errno != EEXIST)
        fail();
}

void ReplacedFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(file_, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            fail();
        if (written > 0)
            bytes.remove_prefix(static_cast<size_t>(written));
    }
}

void ReplacedFile::keep() {
    if (fsync(file_) != 0 && errno != EINVAL && errno != ENOTSUP)
        fail();
    if (!has_its_name())
        throw Failure(temporary_ + ": somebody has removed it while it was written; run this again");
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
        fail();
    kept_ = true;
    const int file = file_;
    file_ = -1;
    if (close(file) != 0)
        fail();
}

void ReplacedFile::fail() const {
    throw Failure(fmt::format("{}: {}", path_, std::strerror(errno)));
}

}  // namespace mpimon
