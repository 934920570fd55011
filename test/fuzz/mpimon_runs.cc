#include "mpimon_runs.h"

#include <sys/mman.h>
#include <unistd.h>

// The command's main(), compiled under this name.
int mpimon_main(int argc, char **argv);

namespace mpimon::test {

MemoryFile::MemoryFile() : file_(memfd_create("fuzz", MFD_CLOEXEC)) {}

void MemoryFile::set(const uint8_t *data, size_t size) const {
    if (ftruncate(file_, 0) != 0 || pwrite(file_, data, size, 0) != static_cast<ssize_t>(size))
        __builtin_trap();
}

std::string MemoryFile::path() const {
    return "/proc/self/fd/" + std::to_string(file_);
}

void run_mpimon(std::vector<std::string> arguments, int other) {
    std::string name = "mpimon";
    std::vector<char *> words = {name.data()};
    for (std::string &argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    const int code = mpimon_main(static_cast<int>(words.size() - 1), words.data());
    if (code != 0 && code != 1 && code != other)
        __builtin_trap();
}

}  // namespace mpimon::test
