#include "analysis/tuning/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "tuning/names.h"
#include "tuning/text.h"

namespace mpimon::tuning {

namespace {

constexpr int kIndent = 1;

// Values that are worth trying: radices, types of trees, and else MPICH's defaults.
struct Parameter {
    std::string_view algorithm;  // empty: of any
    std::string_view name;
    std::array<std::string_view, 3> values;  // none is empty but at the end
};
constexpr std::array<Parameter, 19> kParameters = {{{"", "k", {"2", "4", "8"}},
                                                    {"", "single_phase_recv", {"0"}},
                                                    {"", "is_non_blocking", {"1"}},
                                                    {"", "recv_pre_posted", {"0"}},
                                                    {"", "buffer_per_child", {"0"}},
                                                    {"MPIR_Bcast_intra_tree", "tree_type", {"kary", "knomial_1"}},
                                                    {"MPIR_Bcast_intra_pipelined_tree", "tree_type", {"kary"}},
                                                    {"MPIR_Bcast_intra_pipelined_tree", "chunk_size", {"8192"}},
                                                    {"MPIR_Allreduce_intra_tree", "tree_type", {"knomial_1"}},
                                                    {"MPIR_Allreduce_intra_tree", "chunk_size", {"0"}},
                                                    {"MPIR_Ibcast_intra_tsp_ring", "chunk_size", {"0"}},
                                                    {"MPIR_Ibcast_intra_tsp_tree", "tree_type", {"kary", "knomial_1"}},
                                                    {"MPIR_Ibcast_intra_tsp_tree", "chunk_size", {"0"}},
                                                    {"", "scatterv_k", {"2", "4", "8"}},
                                                    {"", "allgatherv_k", {"2"}},
                                                    {"MPIR_Iallreduce_intra_tsp_tree", "tree_type", {"knomial_1"}},
                                                    {"MPIR_Iallreduce_intra_tsp_tree", "chunk_size", {"0"}},
                                                    {"MPIR_Ireduce_intra_tsp_tree", "tree_type", {"knomial_1"}},
                                                    {"MPIR_Ireduce_intra_tsp_tree", "chunk_size", {"0"}}}};

// Collectives whose compositions differ from each other in what they send within nodes and between them.
constexpr std::array<std::string_view, 5> kComposed = {"allreduce", "barrier", "bcast", "reduce", "scan"};

template <class List>
bool contains(const List &list, std::string_view what) {
    return std::find(list.begin(), list.end(), what) != list.end();
}

const Parameter *parameter_of(const Choice &choice, std::string_view name) {
    const auto *const found = std::find_if(kParameters.begin(), kParameters.end(), [&](const Parameter &known) {
        return known.name == name && (known.algorithm.empty() || known.algorithm == choice.name);
    });
    return found != kParameters.end() ? &*found : nullptr;
}

// Whether all that it needs can be set: a parameter that no file can set has whatever value was in memory.
bool has_values(const Choice &choice) {
    std::string_view needs = choice.needs;
    while (!needs.empty()) {
        const std::string_view need = next_word(needs);
        if (!has_word(choice.reads, need) || parameter_of(choice, need) == nullptr)
            return false;
    }
    return true;
}

bool is_candidate(const Choice &choice, Series series, Form form) {
    if ((choice.kinds & kIntra) == 0 || series < choice.first || series > choice.last ||
        !is_of_form(choice.collective, form) || has_word(choice.restrictions, "ccl") ||
        has_word(choice.restrictions, "gpu-memory") || has_word(choice.restrictions, "room-of-leaders"))
        return false;
    if (choice.level == Level::kCh4)
        return contains(kComposed, choice.collective);
    // MPICH cannot tell the size of a call in place.
    if (choice.restrictions == "inplace" && !size_key(choice.collective).empty())
        return false;
    return choice.level == Level::kMpir && has_values(choice);
}

Candidate candidate_of(const Choice &choice) {
    Candidate candidate;
    candidate.name = choice.name;
    candidate.collective = choice.collective;
    candidate.level = choice.level;
    candidate.leaf.key = fmt::format("{}={}", choice.level == Level::kCh4 ? "composition" : "algorithm", choice.name);
    candidate.leaf.restrictions = choice.restrictions;
    return candidate;
}

// The value as the files of the series have it.
std::string value_text(const Parameter &parameter, std::string_view value, Series series) {
    if (parameter.name == "tree_type" && series < kNamedTrees)
        return value == "kary" ? "0" : "1";
    return std::string(value);
}

// One for each combination of values that is worth trying; it is named by those that there are several of.
void add(const Choice &choice, Series series, std::vector<Candidate> &list) {
    std::vector<Candidate> made = {candidate_of(choice)};
    std::string_view needs = choice.needs;
    while (!needs.empty()) {
        const Parameter &parameter = *parameter_of(choice, next_word(needs));
        std::vector<Candidate> longer;
        for (const Candidate &before : made)
            for (const std::string_view value : parameter.values) {
                if (value.empty())
                    break;
                Candidate candidate = before;
                if (!parameter.values[1].empty())
                    candidate.name += fmt::format(" {}={}", parameter.name, value);
                const std::string text = value_text(parameter, value, series);
                candidate.leaf.parameters[fmt::format("{}={}", parameter.name, text)] = Json::object();
                longer.push_back(std::move(candidate));
            }
        made = std::move(longer);
    }
    std::move(made.begin(), made.end(), std::back_inserter(list));
}

void leave_out_single_ones(std::vector<Candidate> &list) {
    std::map<std::string, size_t> counts;
    for (const Candidate &candidate : list)
        ++counts[candidate.collective];
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Candidate &candidate) { return counts[candidate.collective] < 2; }),
               list.end());
}

Json of_collective(const std::string &collective, Json intra) {
    Json kind = Json::object();
    kind["comm_type=intra"] = std::move(intra);
    Json json = Json::object();
    json["collective=" + collective] = std::move(kind);
    return json;
}

std::string text_of(const Json &json) {
    return json.dump(kIndent) + "\n";
}

}  // namespace

std::vector<Candidate> candidates(Series series, Form form) {
    std::vector<Candidate> list;
    for (const Choice &choice : kChoices)
        if (is_candidate(choice, series, form))
            add(choice, series, list);
    if (form == Form::kNonblocking)
        leave_out_single_ones(list);
    return list;
}

const Candidate *candidate_named(const std::vector<Candidate> &list, const std::string &name) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Candidate &candidate) { return candidate.name == name; });
    return found != list.end() ? &*found : nullptr;
}

std::string flat_composition(const std::string &collective, Series series) {
    constexpr Series kMultiLeaders = 41;  // since then alpha is something else for these
    std::string_view kind = "alpha";
    if (collective == "bcast" || collective == "reduce")
        kind = "gamma";
    else if (contains(kComposed, collective) ||
             (series >= kMultiLeaders && (collective == "allgather" || collective == "alltoall")))
        kind = "beta";
    for (const Choice &choice : kChoices)
        if (choice.level == Level::kCh4 && choice.collective == collective && series >= choice.first &&
            series <= choice.last && choice.name.substr(choice.name.rfind('_') + 1) == kind)
            return std::string(choice.name);
    return {};
}

std::string candidates_file(const std::vector<Candidate> &list, const std::map<std::string, std::vector<Spot>> &spots) {
    Json file = Json::array();
    for (const Candidate &candidate : list) {
        const Json otherwise = nothing(candidate.collective, candidate.level);
        const auto wanted = spots.find(candidate.name);
        Json tree = wanted == spots.end() ? guarded(candidate.leaf, otherwise)
                                          : tree_with(candidate.collective, wanted->second, otherwise);
        Json entry = Json::object();
        entry["name"] = candidate.name;
        entry[candidate.level == Level::kMpir ? "mpir" : "ch4"] = of_collective(candidate.collective, std::move(tree));
        file.push_back(std::move(entry));
    }
    return text_of(file);
}

std::string candidates_file(const std::string &name, const Json &mpir, const Json &ch4) {
    Json entry = Json::object();
    entry["name"] = name;
    entry["mpir"] = mpir;
    if (!ch4.empty())
        entry["ch4"] = ch4;
    return text_of(Json::array({entry}));
}

}  // namespace mpimon::tuning
