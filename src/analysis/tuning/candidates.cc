#include "analysis/tuning/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "tuning/names.h"

namespace mpimon::tuning {

namespace {

constexpr int kIndent = 1;
constexpr std::array<int, 3> kRadices = {2, 4, 8};

// Collectives whose compositions differ from each other in what they send within nodes and between them.
constexpr std::array<std::string_view, 5> kComposed = {"allreduce", "barrier", "bcast", "reduce", "scan"};

template <class List>
bool contains(const List &list, std::string_view what) {
    return std::find(list.begin(), list.end(), what) != list.end();
}

bool is_blocking(std::string_view collective) {
    return !collective.empty() && collective.front() != 'i';
}

bool is_candidate(const Choice &choice, Series series) {
    if ((choice.kinds & kIntra) == 0 || series < choice.first || series > choice.last ||
        !is_blocking(choice.collective) || choice.restrictions.find("ccl") != std::string_view::npos ||
        choice.restrictions.find("gpu") != std::string_view::npos)
        return false;
    if (choice.level == Level::kCh4)
        return contains(kComposed, choice.collective);
    // MPICH cannot tell the size of a call in place.
    if (choice.restrictions == "inplace" && !size_key(choice.collective).empty())
        return false;
    // A parameter that no file can set has whatever value was in memory.
    return choice.level == Level::kMpir && choice.reads == choice.needs &&
           (choice.needs.empty() || choice.needs == "k" || choice.needs == "k single_phase_recv");
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

// One for each radix that is worth trying.
void add(const Choice &choice, std::vector<Candidate> &list) {
    if (choice.needs.empty()) {
        list.push_back(candidate_of(choice));
        return;
    }
    for (const int radix : kRadices) {
        Candidate candidate = candidate_of(choice);
        candidate.name += fmt::format(" k={}", radix);
        candidate.leaf.parameters[fmt::format("k={}", radix)] = Json::object();
        if (choice.needs != "k")
            candidate.leaf.parameters["single_phase_recv=0"] = Json::object();
        list.push_back(std::move(candidate));
    }
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

std::vector<Candidate> candidates(Series series) {
    std::vector<Candidate> list;
    for (const Choice &choice : kChoices)
        if (is_candidate(choice, series))
            add(choice, list);
    return list;
}

const Candidate *candidate_named(const std::vector<Candidate> &list, const std::string &name) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Candidate &candidate) { return candidate.name == name; });
    return found != list.end() ? &*found : nullptr;
}

std::string collective_of(const std::string &operation) {
    std::string collective = operation;
    std::transform(collective.begin(), collective.end(), collective.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return collective;
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
