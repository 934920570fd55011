#include "mpimon/commands/advise/rule_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLargest = size_t{1} << 20U;

advice::Rule read_rule(const fs::path &path) {
    std::error_code error;
    const bool fits = fs::is_regular_file(path, error) && fs::file_size(path, error) <= kLargest;
    std::ifstream file(path);
    std::ostringstream content;
    content << file.rdbuf();
    if (!fits || error || !file)
        throw Failure(fmt::format("{}: cannot be read as a rule; see docs/advise.md", path.string()));
    return advice::parse_rule(path.stem().string(), path.string(), content.str());
}

}  // namespace

fs::path rules_folder(const fs::path &prefix) {
    return prefix / "share/mpich-monitoring/rules";
}

std::vector<advice::Rule> installed_rules(const fs::path &prefix) {
    const fs::path folder = rules_folder(prefix);
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw Failure(fmt::format("{}: not there; name the folder that MPICH Monitoring is installed in by --prefix",
                                  folder.string()));
    return read_rules(folder);
}

std::vector<advice::Rule> read_rules(const std::string &folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json")
            paths.push_back(entry->path());
    if (error)
        throw Failure(fmt::format("{}: {}; it is to be a folder of rules", folder, error.message()));
    std::sort(paths.begin(), paths.end());
    std::vector<advice::Rule> rules;
    for (const fs::path &path : paths)
        rules.push_back(read_rule(path));
    if (rules.empty())
        throw Failure(fmt::format("{}: no rules in it, which are files NAME.json", folder));
    return rules;
}

void add_rules(std::vector<advice::Rule> &rules, std::vector<advice::Rule> others) {
    for (advice::Rule &other : others) {
        const auto same =
            std::find_if(rules.begin(), rules.end(), [&](const advice::Rule &rule) { return rule.name == other.name; });
        if (same != rules.end())
            *same = std::move(other);
        else
            rules.push_back(std::move(other));
    }
}

}  // namespace mpimon
