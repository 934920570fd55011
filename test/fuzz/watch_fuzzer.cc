// mpimon watch, whatever the segment of a process holds that seems to run: it says what is there, or in one line what
// is wrong.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "mpimon_runs.h"

namespace {

// A folder with one segment, which is locked as that of a running process, as long as this process runs.
struct Folder {
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "watch_fuzzer.XXXXXX";
        path = mkdtemp(pattern.data());
        file = open((path / "mpimon.fuzz.segment").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (flock(file, LOCK_EX) != 0)
            __builtin_trap();
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    ~Folder() {
        close(file);
        std::filesystem::remove_all(path);
    }

    void set(const uint8_t *data, size_t size) const {
        if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
            __builtin_trap();
    }

    std::filesystem::path path;
    int file = -1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Folder kFolder;
    kFolder.set(data, size);
    const std::string folder = kFolder.path;
    mpimon::test::run_mpimon({"watch", "--once", "--interval", "0", "--json", folder});
    for (const char *list : {"pairs", "ranks", "collectives", "waits", "variables"})
        mpimon::test::run_mpimon({"watch", "--once", "--interval", "0", "--show", list, "--rank", "0", folder});
    mpimon::test::run_mpimon({"watch", "--openmetrics", folder});
    return 0;
}
