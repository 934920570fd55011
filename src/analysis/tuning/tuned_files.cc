#include "analysis/tuning/tuned_files.h"

#include <fmt/format.h>

#include <map>

#include "analysis/failure.h"
#include "tuning/text.h"

namespace mpimon::tuning {

namespace {

constexpr int kIndent = 1;
constexpr size_t kSmallestPage = 4096;
constexpr const char *kIntraKey = "comm_type=intra";
constexpr const char *kInterKey = "comm_type=inter";

std::string key_of(const std::string &collective) {
    return "collective=" + collective;
}

Json parsed(const std::string &text, const char *level) {
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        throw AnalysisError(fmt::format("the file of level {} is no JSON object", level));
    return json;
}

using SpotsByCollective = std::map<std::string, std::vector<Spot>>;

// Puts the spots before what the file has for intra-communicators.
void put(Json &file, const SpotsByCollective &spots, Level level) {
    for (const auto &[collective, list] : spots) {
        const std::string key = key_of(collective);
        if (!file.contains(key)) {
            if (level == Level::kMpir || !file.is_object() ||
                (!file.empty() && file.begin().key().substr(0, 11) != "collective="))
                throw AnalysisError(fmt::format("the file of level {} does not begin with {}", level_name(level), key));
            file[key] = Json{{kIntraKey, nothing(collective, level)}};
        }
        const Json before = file[key];
        const bool is_split = before.contains(kIntraKey);
        Json after = Json::object();
        after[kIntraKey] = tree_with(collective, list, is_split ? before[kIntraKey] : before);
        if (is_split && before.contains(kInterKey))
            after[kInterKey] = before[kInterKey];
        else if (!is_split && level == Level::kMpir)
            after[kInterKey] = before;
        file[key] = std::move(after);
    }
}

// Has one choice take all calls on intra-communicators, and leaves those on others as they are.
void replace(Json &tree, const std::string &choice, Level level) {
    Json after = Json::object();
    after[kIntraKey] = Json{{choice, Json::object()}};
    if (tree.contains(kInterKey))
        after[kInterKey] = tree[kInterKey];
    else if (level == Level::kMpir && !tree.is_null() && !tree.contains(kIntraKey))
        after[kInterKey] = tree;
    tree = std::move(after);
}

Json collectives_of(const Json &file, const std::set<std::string> &keys) {
    Json json = Json::object();
    for (const auto &[key, tree] : file.items())
        if (keys.count(key) > 0)
            json[key] = tree;
    return json;
}

}  // namespace

Files parse_files(const std::string &mpir, const std::string &ch4) {
    return {parsed(mpir, "mpir"), parsed(ch4, "ch4")};
}

Files with_choices(const Files &before, const std::vector<Choosing> &choices, const std::vector<Candidate> &known,
                   Series series) {
    SpotsByCollective mpir;
    SpotsByCollective ch4;
    for (const Choosing &choice : choices) {
        const Candidate *candidate = candidate_named(known, choice.candidate);
        if (candidate == nullptr)
            continue;
        const std::string &collective = candidate->collective;
        const Spot spot = {choice.point.processes, choice.point.bin, candidate->leaf, choice.point.spread};
        if (candidate->level == Level::kCh4) {
            ch4[collective].push_back(spot);
            continue;
        }
        mpir[collective].push_back(spot);
        const std::string flat = flat_composition(collective, series);
        if (!flat.empty())
            ch4[collective].push_back({spot.processes,
                                       spot.bin,
                                       {"composition=" + flat, Json::object(), spot.leaf.restrictions},
                                       spot.spread});
    }
    Files files = before;
    put(files.mpir, mpir, Level::kMpir);
    put(files.ch4, ch4, Level::kCh4);
    return files;
}

Files with_forms_waited_for(const Files &before, const std::set<std::string> &operations, Series series) {
    Files files = before;
    for (const std::string &operation : operations) {
        const std::string collective = collective_of(operation);
        if (starts_with(collective, "neighbor_"))
            continue;
        const std::string key = key_of(collective);
        replace(files.mpir[key], fmt::format("algorithm=MPIR_{}_allcomm_nb", operation), Level::kMpir);
        if (const std::string flat = flat_composition(collective, series); !flat.empty())
            replace(files.ch4[key], "composition=" + flat, Level::kCh4);
    }
    return files;
}

Files only(const Files &files, const std::vector<Choosing> &choices, const std::vector<Candidate> &known) {
    std::set<std::string> keys;
    for (const Choosing &choice : choices)
        if (const Candidate *candidate = candidate_named(known, choice.candidate))
            keys.insert(key_of(candidate->collective));
    return {collectives_of(files.mpir, keys), collectives_of(files.ch4, keys)};
}

// MPICH reads files up to a zero, which it finds behind the file's end only if that is not the end of a page.
std::string file_text(const Json &file) {
    std::string text = file.dump(kIndent) + "\n";
    if (text.size() % kSmallestPage == 0)
        text += "\n";
    return text;
}

}  // namespace mpimon::tuning
