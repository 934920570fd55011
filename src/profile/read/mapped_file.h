// A profile's bytes, mapped into memory.
#ifndef MPIMON_PROFILE_MAPPED_FILE_H
#define MPIMON_PROFILE_MAPPED_FILE_H

#include <cstddef>
#include <string>
#include <string_view>

namespace mpimon {

// How a file's bytes come into memory.
enum class Access {
    kMapped,  // as they are used
    kCopied   // at once: whoever owns the file may cut it short meanwhile, which ends a process that has mapped it
};

// A regular file's content, read-only. Throws ProfileError (decode.h) if it cannot be had.
class MappedFile {
  public:
    explicit MappedFile(const std::string &path, Access access = Access::kMapped);
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;
    ~MappedFile();

    std::string_view content() const { return {static_cast<const char *>(address_), size_}; }

    // Gives back the memory of what is before `offset`; else a large file would take as much as all that is made of it.
    void give_back(size_t offset);

  private:
    void *address_ = nullptr;
    size_t size_ = 0;
    size_t given_back_ = 0;  // bytes at its beginning
};

}  // namespace mpimon

#endif
