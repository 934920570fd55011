#include "analysis/tuning/translate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "tuning/conditions.h"

namespace mpimon::tuning {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 4;
constexpr size_t kSmallestPage = 4096;

// The same algorithm: the other series' one has a parameter, which then is 2.
constexpr std::string_view kDissemination = "algorithm=MPIR_Barrier_intra_dissemination";
constexpr std::string_view kDisseminationOfK = "algorithm=MPIR_Barrier_intra_k_dissemination";
constexpr Series kHasK = 41;

// The compositions that go on to the level mpir: from 4.1 on, the first name is of those with several leaders on a
// node.
struct OtherName {
    std::string_view before;
    std::string_view since;
};
constexpr std::array<OtherName, 2> kOtherNames = {
    {{"composition=MPIDI_Allgather_intra_composition_alpha", "composition=MPIDI_Allgather_intra_composition_beta"},
     {"composition=MPIDI_Alltoall_intra_composition_alpha", "composition=MPIDI_Alltoall_intra_composition_beta"}}};
constexpr Series kSeveralLeaders = 41;

bool is_of_several_leaders(std::string_view key) {
    return std::any_of(kOtherNames.begin(), kOtherNames.end(),
                       [&](const OtherName &name) { return name.before == key; });
}

constexpr std::array<std::string_view, 3> kTrees = {"kary", "knomial_1", "knomial_2"};
constexpr std::string_view kTreeType = "tree_type=";

class Translator {
  public:
    Translator(Series from, Series to) : from_(from), to_(to) {}

    Translation run(const Node &root) {
        const Json json = object(root);
        Translation result;
        result.text = json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
        if (result.text.size() % kSmallestPage == 0)
            result.text += "\n";
        result.problems = std::move(problems_);
        return result;
    }

  private:
    Json object(const Node &node) {
        Json json = Json::object();
        for (size_t i = 0; i < node.children.size(); ++i) {
            const Node &child = node.children[i];
            path_.push_back(child.key);
            Json below = object(child);
            const std::string key = translated(node, i, below);
            path_.pop_back();
            json[key] = std::move(below);
        }
        return json;
    }

    std::string translated(const Node &parent, size_t index, Json &below) {
        const Node &node = parent.children[index];
        for (const OtherName &name : kOtherNames)
            if (node.key == (from_ < kSeveralLeaders ? name.before : name.since))
                return std::string(to_ < kSeveralLeaders ? name.before : name.since);
        if (is_of_several_leaders(node.key) && from_ >= kSeveralLeaders && to_ < kSeveralLeaders)
            say(node, fmt::format("MPICH {}.{} has no such composition", to_ / 10, to_ % 10));
        if (node.key.substr(0, kTreeType.size()) == kTreeType)
            return tree_type(node.key);
        if (node.key == kDissemination && to_ >= kHasK) {
            below["k=2"] = Json::object();
            return std::string(kDisseminationOfK);
        }
        if (node.key == kDisseminationOfK && to_ < kHasK)
            return without_k(node, below);
        std::string_view wrong;
        const std::optional<Condition> condition = condition_of(node.key, from_, wrong);
        if (!condition)
            return node.key;
        if (condition->what == Operator::kAny && to_ < kGenericAny && !condition_of(node.key, to_, wrong))
            return "comm_size=any";
        if (condition->what == Operator::kPpn && !condition_of(node.key, to_, wrong))
            say(node, fmt::format("MPICH {}.{} has comm_avg_ppn<=N only, which is of other communicators", to_ / 10,
                                  to_ % 10));
        if (condition->what == Operator::kHierarchy && (from_ < kTwoHierarchies) != (to_ < kTwoHierarchies))
            return hierarchy(parent, index, *condition);
        return node.key;
    }

    std::string tree_type(const std::string &key) const {
        const std::string value = key.substr(kTreeType.size());
        if ((from_ < kNamedTrees) == (to_ < kNamedTrees))
            return key;
        for (size_t i = 0; i < kTrees.size(); ++i)
            if (value == kTrees[i] || value == std::to_string(i))
                return std::string(kTreeType) + (to_ < kNamedTrees ? std::to_string(i) : std::string(kTrees[i]));
        return key;
    }

    std::string without_k(const Node &node, Json &below) {
        if (!below.contains("k=2"))
            say(node, fmt::format("MPICH {}.{} has it for k=2 only", to_ / 10, to_ % 10));
        below = Json::object();
        return std::string(kDissemination);
    }

    // What is no parent is of three kinds in the one, and of one in the other: it is all that is left after the parent.
    std::string hierarchy(const Node &parent, size_t index, const Condition &condition) {
        const Node &node = parent.children[index];
        if (condition.set == kParent || condition.set == kAnyHierarchy)
            return node.key;
        const bool is_rest = index > 0 && parent.children[index - 1].key == "comm_hierarchy=parent" &&
                             index + 1 == parent.children.size();
        if (from_ >= kTwoHierarchies && is_rest)
            return "comm_hierarchy=any";
        say(node, fmt::format("in MPICH {}.{} this key means other communicators", to_ / 10, to_ % 10));
        return node.key;
    }

    void say(const Node &node, const std::string &text) {
        problems_.push_back({node.line, fmt::format("{}", fmt::join(path_, ", ")), text, true});
    }

    Series from_;
    Series to_;
    std::vector<std::string> path_;
    std::vector<Problem> problems_;
};

}  // namespace

Translation translate(const TuningFile &file, Series from, Series to) {
    Translation result = Translator(from, to).run(file.root);
    return result;
}

}  // namespace mpimon::tuning
