// The files that a listing is made of.
#ifndef MPIMON_COMMANDS_JOBS_PROFILE_TREE_H
#define MPIMON_COMMANDS_JOBS_PROFILE_TREE_H

#include <cstdint>
#include <string>
#include <vector>

namespace mpimon {

// A file, and what changes with its content.
struct FoundFile {
    std::string name;  // relative to the folder that was searched
    uint64_t size = 0;
    int64_t changed_ns = 0;  // since 1970
};

struct ProfileTree {
    std::vector<FoundFile> files;         // by name
    std::vector<std::string> complaints;  // folders that cannot be read
};

// All regular files *.mon below the folder, without following links. In a folder that everybody may write to and nobody
// may list, as a site's tree has them, the one that is named after the user is looked into. Throws Failure if the
// folder itself cannot be read.
ProfileTree find_profiles(const std::string &folder);

}  // namespace mpimon

#endif
