// mpimon vars, whatever variables.json holds: it lists them, or says in one line what is wrong.
#include <cstdlib>
#include <filesystem>

#include "mpimon_runs.h"

namespace {

// A folder that passes for an installation, as long as the process runs.
struct Installation {
    Installation() {
        std::string pattern = std::filesystem::temp_directory_path() / "vars_fuzzer.XXXXXX";
        prefix = mkdtemp(pattern.data());
        std::filesystem::create_directories(prefix / "share/mpich-monitoring");
        std::filesystem::create_symlink(variables.path(), prefix / "share/mpich-monitoring/variables.json");
    }
    Installation(const Installation &) = delete;
    Installation &operator=(const Installation &) = delete;
    ~Installation() { std::filesystem::remove_all(prefix); }

    mpimon::test::MemoryFile variables;
    std::filesystem::path prefix;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const Installation kInstallation;
    kInstallation.variables.set(data, size);
    mpimon::test::run_mpimon({"vars", "--prefix", kInstallation.prefix});
    mpimon::test::run_mpimon({"vars", "--prefix", kInstallation.prefix, "--json", "a"});
    return 0;
}
