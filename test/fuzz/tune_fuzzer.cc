// mpimon tune --check, whatever is in the file: it is sound, or not, and is translated, or not.
#include "mpimon_runs.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const mpimon::test::MemoryFile kFile;
    kFile.set(data, size);
    mpimon::test::run_mpimon({"tune", "--check", kFile.path()});
    mpimon::test::run_mpimon(
        {"tune", "--check", kFile.path(), "--level", "ch4", "--mpich", "4.2", "--translate", "4.0"});
    mpimon::test::run_mpimon({"tune", "--check", kFile.path(), "--mpich", "5.0", "--translate", "4.1", "--json"});
    return 0;
}
