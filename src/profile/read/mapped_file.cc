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

}  // namespace

MappedFile::MappedFile(const std::string &path) {
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
