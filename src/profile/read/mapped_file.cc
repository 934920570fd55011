#include "profile/read/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "profile/read/decode.h"

namespace mpimon {

namespace {

// Bytes of a file that are given back at a time.
constexpr size_t kPiece = size_t{16} << 20U;

// Memory with the first `size` bytes of the file, or zeros where it has become shorter; MAP_FAILED, and errno.
void *copied(int fd, size_t size) {
    void *const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t done = 0; memory != MAP_FAILED && done < size;) {
        const ssize_t got = read(fd, static_cast<char *>(memory) + done, size - done);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR) {
            const int error = errno;
            munmap(memory, size);
            errno = error;
            return MAP_FAILED;
        }
        done += got < 0 ? 0 : static_cast<size_t>(got);
    }
    return memory;
}

}  // namespace

MappedFile::MappedFile(const std::string &path, Access access) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        throw ProfileError(fmt::format("{}: {}", path, std::strerror(errno)));
    struct stat status = {};
    const bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    size_ = regular ? static_cast<size_t>(status.st_size) : 0;
    if (size_ > 0)
        address_ = access == Access::kCopied ? copied(fd, size_) : mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
    const int mapping_error = errno;
    close(fd);
    if (!regular)
        throw ProfileError(fmt::format("{}: not a regular file; name the .mon file itself", path));
    if (address_ == MAP_FAILED)
        throw ProfileError(fmt::format("{}: cannot be {}: {}", path, access == Access::kCopied ? "read" : "mapped",
                                       std::strerror(mapping_error)));
}

MappedFile::~MappedFile() {
    if (size_ > 0)
        munmap(address_, size_);
}

void MappedFile::give_back(size_t offset) {
    if (offset < given_back_ + kPiece)
        return;
    const size_t whole = offset / kPiece * kPiece;
    madvise(static_cast<char *>(address_) + given_back_, whole - given_back_, MADV_DONTNEED);
    given_back_ = whole;
}

}  // namespace mpimon
