#include "mpimon/commands/run/new_profiles.h"

#include <glob.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace mpimon {

namespace {

constexpr std::string_view kExtension = ".mon";

// An expression that matches all names which the pattern makes.
std::string expression_of(std::string pattern) {
    const bool has_extension = pattern.size() >= kExtension.size() &&
                               pattern.compare(pattern.size() - kExtension.size(), kExtension.size(), kExtension) == 0;
    if (has_extension)
        pattern.resize(pattern.size() - kExtension.size());
    std::string expression;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const bool is_letter = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] != '%';
        i += pattern[i] == '%' ? 1 : 0;
        if (is_letter)
            expression += '*';
        else if (i < pattern.size() && std::strchr("*?[\\", pattern[i]) != nullptr)
            expression += std::string("\\") + pattern[i];
        else if (i < pattern.size())
            expression += pattern[i];
    }
    // ".2", ".spawned-77" and ".rank-3" go before the extension.
    return expression + '*' + (has_extension ? std::string(kExtension) : "");
}

}  // namespace

NewProfiles::NewProfiles(const std::string &pattern) : expression_(expression_of(pattern)), before_(all()) {}

std::vector<std::string> NewProfiles::find() const {
    const std::set<std::string> now = all();
    std::vector<std::string> fresh;
    std::set_difference(now.begin(), now.end(), before_.begin(), before_.end(), std::back_inserter(fresh));
    return fresh;
}

std::set<std::string> NewProfiles::all() const {
    glob_t found = {};
    std::set<std::string> names;
    if (glob(expression_.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
        names.insert(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
    return names;
}

}  // namespace mpimon
