#include "mpimon/commands/vars/hooks.h"
#include "mpimon/commands/installed_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <map>
#include <sstream>

#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

// A line is "NAME FILE:LINE".
Hook hook_of(const std::string &line, const std::string &path) {
    Hook hook;
    std::istringstream words(line);
    std::string location;
    words >> hook.name >> location;
    const size_t colon = location.rfind(':');
    std::istringstream number(colon == std::string::npos ? "" : location.substr(colon + 1));
    if (!(number >> hook.line) || !number.eof())
        throw Failure(fmt::format("{}: not a list of hooks; install MPICH Monitoring anew", path));
    hook.file = location.substr(0, colon);
    return hook;
}

}  // namespace

std::vector<Hook> read_hooks(const std::string &path, const std::string &pattern) {
    std::ifstream file = open_installed(path);
    std::vector<Hook> hooks;
    for (std::string line; std::getline(file, line);) {
        Hook hook = hook_of(line, path);
        if (hook.name.find(pattern) != std::string::npos || hook.file.find(pattern) != std::string::npos)
            hooks.push_back(std::move(hook));
    }
    if (hooks.empty())
        throw Failure(pattern.empty() ? fmt::format("{}: empty; install MPICH Monitoring anew", path)
                                      : fmt::format("no hook matches '{}'", pattern));
    return hooks;
}

std::string hooks_text(const std::vector<Hook> &hooks, const Style &style) {
    std::map<std::string, std::map<std::string, std::vector<uint64_t>>> lines;  // by name and file
    std::map<std::string, size_t> counts;
    for (const Hook &hook : hooks) {
        lines[hook.name][hook.file].push_back(hook.line);
        ++counts[hook.name];
    }
    Page page(style);
    page.title(fmt::format("Hooks ({}), by rule, with their lines in MPICH's sources", with_commas(hooks.size())));
    for (const auto &[name, files] : lines) {
        page.raw(fmt::format("\n{}  {}\n", style.accent(printable(name)), counts[name]));
        for (const auto &[file, numbers] : files)
            page.line(fmt::format("  {}: {}", printable(file), fmt::join(numbers, ", ")));
    }
    return page.take();
}

Json hooks_json(const std::vector<Hook> &hooks) {
    Json list = Json::array();
    for (const Hook &hook : hooks)
        list.push_back({{"hook", hook.name}, {"file", hook.file}, {"line", hook.line}});
    return list;
}

}  // namespace mpimon
