// Files of MPI-IO, over all ranks. Their bytes are those that calls move between memory and files, and no messages.
#ifndef MPIMON_ANALYSIS_SUMMARY_FILES_H
#define MPIMON_ANALYSIS_SUMMARY_FILES_H

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// "open", "set view"
std::string_view file_operation_name(uint8_t operation);

// "collective", "shared pointer"
std::string_view file_family_name(uint8_t family);

// Calls for one file that move no data.
struct FileOperationTotals {
    uint8_t operation = 0;  // mpimon_file_operation
    uint64_t calls = 0;
    uint64_t failed = 0;
    double seconds = 0;  // over all ranks
};

// Calls of one family that read one file, or write to it.
struct FileAccessTotals {
    uint8_t family = 0;  // mpimon_file_family
    bool is_write = false;
    uint64_t calls = 0;
    uint64_t failed = 0;
    uint64_t bytes = 0;
    double seconds = 0;  // over all ranks
    uint32_t ranks = 0;  // that made such calls
    uint64_t most = 0;   // bytes of one rank

    uint64_t sound_calls() const { return calls > failed ? calls - failed : 0; }
    // Bytes per second of one rank while it is in these calls, on average; 0 if it is not known.
    double bandwidth() const { return seconds > 0 ? static_cast<double>(bytes) / seconds : 0; }
    // How many times the mean of the ranks the largest one is; 0 without bytes.
    double imbalance() const { return bytes > 0 ? static_cast<double>(most) * ranks / static_cast<double>(bytes) : 0; }
};

struct FileTotals {
    uint32_t file = 0;                            // index into Profile::file_names, or kOtherFiles
    uint64_t bytes = 0;                           // read and written
    double seconds = 0;                           // in all calls, over all ranks
    std::vector<FileOperationTotals> operations;  // in the order of their numbers
    std::vector<FileAccessTotals> accesses;       // likewise, of each family reads first
};

// What every row is: the name of the file; "(other files)" for those for which there was no room.
std::string_view file_name(const Profile &profile, uint32_t file);

// All files of the profile, those with the most bytes first.
std::vector<FileTotals> summarize_files(const Profile &profile);

}  // namespace mpimon

#endif
