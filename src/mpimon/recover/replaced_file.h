// A file that replaces another one when it is whole.
#ifndef MPIMON_RECOVER_REPLACED_FILE_H
#define MPIMON_RECOVER_REPLACED_FILE_H

#include <chrono>
#include <string>
#include <string_view>

namespace mpimon {

// It is made beside the other, as `path`.part, which also keeps others, on this host or another, from replacing the
// same file meanwhile: they wait, but not for one that does not change for so long. Nothing is left of it without
// keep(). What does not work throws Failure.
class ReplacedFile {
  public:
    // Makes the file, which only this user may read.
    ReplacedFile(const std::string &path, std::chrono::seconds patience);
    ReplacedFile(const ReplacedFile &) = delete;
    ReplacedFile &operator=(const ReplacedFile &) = delete;
    ~ReplacedFile();

    void append(std::string_view bytes);

    // Gives it its name once it is safe: on the disk, if it is on one.
    void keep();

  private:
    void create();
    bool has_its_name() const;
    [[noreturn]] void fail() const;

    std::string path_;
    std::string temporary_;
    int file_ = -1;
    bool kept_ = false;
};

}  // namespace mpimon

#endif
