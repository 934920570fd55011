// What mpimon place was asked, and what it found.
#ifndef MPIMON_COMMANDS_PLACE_QUESTION_H
#define MPIMON_COMMANDS_PLACE_QUESTION_H

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/placement/proposal.h"

namespace mpimon {

struct PlaceQuestion {
    std::string program;
    uint32_t ranks = 0;
    size_t profiles = 0;
    std::string by;  // "bytes", "messages", "time"
    ClassSet classes = ClassSet::all();
    bool asked = false;              // collectives as asked
    std::vector<double> distances;   // by level; empty by time
    std::vector<double> latencies;   // in microseconds; by time alone, as is the next
    std::vector<double> bandwidths;  // in GB/s
    bool before_is_run = false;      // else it is rank order
    double threshold = 0;            // in percent
    uint64_t seed = 0;
};

inline bool is_recommended(const PlaceQuestion &question, const placement::Proposal &proposal) {
    return proposal.gain() > 0 && 100 * proposal.gain() >= question.threshold;
}

}  // namespace mpimon

#endif
