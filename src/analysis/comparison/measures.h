// What two jobs are compared by: measures over things that have an identity beyond one profile.
//
// A new measure is an entry of kMeasures in measures.cc. Rows of a profile refer to things by index; things of
// different profiles are the same if their names are.
#ifndef MPIMON_ANALYSIS_COMPARISON_MEASURES_H
#define MPIMON_ANALYSIS_COMPARISON_MEASURES_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison/source.h"
#include "analysis/comparison/subjects.h"

namespace mpimon {

enum class Unit {
    kNumber,
    kBytes,
    kNanoseconds,
    kWaits  // a number that depends on when things happen
};

// Adds a value to that of a thing, by its key: an index into the profile's tables.
using Add = std::function<void(uint64_t key, uint64_t value)>;

struct Measure {
    Subject subject;
    std::string_view name;  // "messages"
    Unit unit;
    std::string_view detail;                       // that a profile must have recorded; empty: it is always counted
    void (*collect)(const Source &, const Add &);  // nullptr: what pairs.h collects
    std::string_view other_detail = {};            // that it must have recorded, too

    // The sum over all ranks; else it is the job's.
    bool is_sum() const { return subject != Subject::kRun; }
    bool is_time() const { return unit == Unit::kNanoseconds; }
    // Whether no two runs of a program are alike.
    bool is_by_chance() const { return is_time() || unit == Unit::kWaits; }
};

const std::vector<Measure> &all_measures();

// One profile's values of one measure.
struct Values {
    std::string_view missing;  // a detail that was not recorded; empty: all is there
    std::map<Identity, uint64_t> by_identity;
};

// What was measured, in the order of all_measures().
std::vector<Values> measured(const Source &source);

}  // namespace mpimon

#endif
