// Trees of tuning files: a choice where it is legal and wanted, and something else everywhere else.
#ifndef MPIMON_ANALYSIS_TUNING_CHOICE_TREE_H
#define MPIMON_ANALYSIS_TUNING_CHOICE_TREE_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tuning/spread.h"
#include "tuning/series.h"

namespace mpimon::tuning {

using Json = nlohmann::ordered_json;

// A choice with its parameters, such as {"algorithm=MPIR_Bcast_intra_binomial", {}}.
struct Leaf {
    std::string key;
    Json parameters = Json::object();
    std::string restrictions;  // as in Choice
};

// Which key of a file tells the size of the collective's calls, by the same number in all processes; empty if none
// does.
std::string_view size_key(std::string_view collective);

// The bin of messages of a size, as in profiles, up to which keys can tell.
constexpr int kLastBin = 31;
constexpr int kAnyBin = -1;

// Calls of one communicator size, spread over nodes alike, and sizes of one bin.
struct Spot {
    uint32_t processes = 0;
    int bin = kAnyBin;
    Leaf leaf;
    Spread spread = Spread::kUnknown;  // so it is for all communicators for which there is none of their own
};

// The tree of intra-communicators of a collective: the spots' choices, and `otherwise` for all other calls.
Json tree_with(std::string_view collective, std::vector<Spot> spots, const Json &otherwise);

// The choice for all calls that it is legal for, and `otherwise` for the others.
Json guarded(const Leaf &leaf, const Json &otherwise);

// A tree in which MPICH finds no choice for any intra-communicator; `level` says for which level's file.
Json nothing(std::string_view collective, Level level);

}  // namespace mpimon::tuning

#endif
