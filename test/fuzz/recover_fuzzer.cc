// mpimon recover, whatever a segment holds: it makes a profile and finds it again, or says in one line what is wrong.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "mpimon_runs.h"

namespace {

// A folder with one segment, as long as the process runs.
struct Folder {
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "recover_fuzzer.XXXXXX";
        path = mkdtemp(pattern.data());
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    ~Folder() { std::filesystem::remove_all(path); }

    void set(const uint8_t *data, size_t size) const {
        std::filesystem::remove(path / "profile");
        std::ofstream(path / "mpimon.fuzz.segment", std::ios::binary)
            .write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
    }

    std::filesystem::path path;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Folder kFolder;
    kFolder.set(data, size);
    for (const char *form : {"--json", "--running"})  // the second time there is a profile already
        mpimon::test::run_mpimon({"recover", form, "-o", kFolder.path / "profile", kFolder.path});
    return 0;
}
