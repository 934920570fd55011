// A collective tuning file as a tree of keys, with the lines where they are.
#ifndef MPIMON_ANALYSIS_TUNING_TUNING_FILE_H
#define MPIMON_ANALYSIS_TUNING_TUNING_FILE_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tuning/check.h"

namespace mpimon::tuning {

struct Node {
    std::string key;  // without white space, as MPICH reads it; empty for the outermost object
    size_t line = 0;
    bool is_object = true;
    std::vector<Node> children;  // of an object, in the order of the file
};

// Something that a file has wrong, or that has no effect.
struct Problem {
    size_t line = 0;    // 0: of the whole file
    std::string where;  // the keys that lead there: "collective=bcast, comm_type=intra"
    std::string text;
    bool is_error = true;  // else MPICH takes the file all the same
};

struct TuningFile {
    Node root;
    std::vector<Problem> problems;  // if any, there is no tree
};

constexpr size_t kDeepest = MPIMON_TUNING_DEPTH;

TuningFile parse_tuning_file(std::string_view content);

}  // namespace mpimon::tuning

#endif
