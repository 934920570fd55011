// The series of MPICH, and what the readers of collective tuning files of each accept.
#ifndef MPIMON_TUNING_SERIES_H
#define MPIMON_TUNING_SERIES_H

#include <cstdint>
#include <string_view>

#include "tuning/check.h"

namespace mpimon::tuning {

// 40 for 4.0, as names.h has it.
using Series = uint32_t;

constexpr Series kSeries[] = {40, 41, 42, 43, 50};

// It reads the file of the level ch4 where one of the level posix is named.
constexpr Series kNoPosixFile = 40;
// Since then `any` and `X=any` are one key, for whatever X, and there is `comm_avg_ppn<N`.
constexpr Series kGenericAny = 42;
// Since then types of trees are given by name; by number before.
constexpr Series kNamedTrees = 43;
// Since then a communicator is the parent of others by nodes, or it is not; before, there were four kinds.
constexpr Series kTwoHierarchies = 50;

// Which of MPICH's variables names the file.
enum class Level { kMpir = MPIMON_TUNING_MPIR, kCh4 = MPIMON_TUNING_CH4, kPosix = MPIMON_TUNING_POSIX };

enum Kinds : uint32_t { kIntra = 1, kInter = 2, kAnyKind = 3 };

// A name that may be chosen.
struct Choice {
    std::string_view name;
    Level level;
    std::string_view collective;  // "bcast"; empty: MPICH accepts the name, and aborts where it is chosen
    Kinds kinds;
    Series first;                   // the series that know it, as are those up to
    Series last;                    // this one
    std::string_view restrictions;  // words, of conditions.h
    std::string_view needs;         // parameters without which it takes what it finds in memory
    std::string_view reads;         // parameters that a file can set
};

}  // namespace mpimon::tuning

#endif
