// How mpimon tune answers, whichever of its questions was asked.
#ifndef MPIMON_COMMANDS_TUNE_CHECK_TUNE_OUTPUT_H
#define MPIMON_COMMANDS_TUNE_CHECK_TUNE_OUTPUT_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace mpimon {

constexpr uint64_t kLargestTuningFile = uint64_t{16} << 20U;

struct TuneOutput {
    std::string mpich;  // the version or series that reads the files; empty: what the question takes by itself
    std::string path;   // a folder or a file, as the question needs; empty: its default
    bool json = false;
    size_t top = 20;  // rows or problems at most
};

}  // namespace mpimon

#endif
