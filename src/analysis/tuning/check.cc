#include "analysis/tuning/check.h"

#include <algorithm>
#include <deque>
#include <functional>

#include "tuning/check.h"

namespace mpimon::tuning {

namespace {

// The tree as the check wants it; it has what `keys` and the file hold.
const mpimon_tuning_key *add_keys(const std::vector<Node> &nodes, std::deque<mpimon_tuning_key> &keys) {
    const mpimon_tuning_key *first = nullptr;
    for (size_t i = nodes.size(); i-- > 0;) {
        const Node &node = nodes[i];
        keys.push_back({node.key.c_str(), node.line, node.is_object ? 1 : 0, add_keys(node.children, keys), first});
        first = &keys.back();
    }
    return first;
}

void add_problem(void *result, const mpimon_tuning_problem *problem) {
    static_cast<CheckResult *>(result)->problems.push_back(
        {problem->line, problem->where, problem->text, problem->is_error != 0});
}

// MPICH 4.0 itself; the patched one reads the right file.
constexpr const char *kOtherFile =
    "MPICH 4.0 aborts where MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE is set: it reads another file "
    "instead";

}  // namespace

bool CheckResult::is_sound() const {
    return std::none_of(problems.begin(), problems.end(), [](const Problem &problem) { return problem.is_error; });
}

std::string_view level_name(Level level) {
    return level == Level::kMpir ? "mpir" : level == Level::kCh4 ? "ch4" : "posix";
}

Level level_of(const TuningFile &file) {
    std::function<std::optional<Level>(const Node &)> find = [&](const Node &node) -> std::optional<Level> {
        if (node.key.substr(0, 12) == "composition=")
            return Level::kCh4;
        if (node.key.substr(0, 16) == "algorithm=MPIDI_")
            return Level::kPosix;
        if (node.key.substr(0, 10) == "algorithm=")
            return Level::kMpir;
        for (const Node &child : node.children)
            if (const std::optional<Level> level = find(child))
                return level;
        return std::nullopt;
    };
    return find(file.root).value_or(Level::kMpir);
}

CheckResult check(const TuningFile &file, Series series, std::optional<Level> level) {
    CheckResult result;
    result.problems = file.problems;
    if (!file.problems.empty()) {
        result.level = level.value_or(Level::kMpir);
        return result;
    }
    result.level = level.value_or(level_of(file));
    if (result.level == Level::kPosix && series == kNoPosixFile)
        result.problems.push_back({0, "", kOtherFile, true});
    std::deque<mpimon_tuning_key> keys;
    const mpimon_tuning_key root = {"", 0, 1, add_keys(file.root.children, keys), nullptr};
    result.choices =
        mpimon_tuning_check(&root, series, static_cast<mpimon_tuning_level>(result.level), add_problem, &result);
    std::stable_sort(result.problems.begin(), result.problems.end(),
                     [](const Problem &a, const Problem &b) { return a.line < b.line; });
    return result;
}

}  // namespace mpimon::tuning
