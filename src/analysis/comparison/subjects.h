// What jobs are compared by, and how its things are named.
#ifndef MPIMON_ANALYSIS_COMPARISON_SUBJECTS_H
#define MPIMON_ANALYSIS_COMPARISON_SUBJECTS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mpimon {

// What a measure is of. Those from kPair on are of two processes, and go process by process (pairs.h).
enum class Subject {
    kRun,
    kClass,
    kPath,
    kSize,
    kAlgorithm,
    kCollectiveSize,
    kWait,
    kCommunicator,
    kFunction,
    kRegion,
    kFile,
    kPair,
    kPairSize,
    kWaiting
};
constexpr size_t kSubjects = 14;

inline bool is_of_pairs(Subject subject) {
    return subject >= Subject::kPair;
}

// "function"
std::string_view subject_name(Subject subject);
// The names of an identity's parts: "class" and "bin" of kSize.
std::vector<std::string_view> subject_parts(Subject subject);

// Names as the programs gave them, one for each part of the subject. A region has the names of those around it and its
// own. Empty for no region, and for outside of MPI functions.
using Identity = std::vector<std::string>;

}  // namespace mpimon

#endif
