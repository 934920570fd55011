#include "analysis/names/origins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/names/text.h"
#include "profile/format/makers.h"

namespace mpimon {

namespace {

// What a function makes, in a word. Others, of later versions, have their own names.
std::string word_for(const std::string &function) {
    const char *word = word_of_maker(function.c_str());
    return word != nullptr ? word : printable(function);
}

std::string shape(const Origin &origin) {
    return fmt::format("cart {}{}", fmt::join(origin.sizes, "×"), origin.dimensions > origin.sizes.size() ? "×…" : "");
}

// How it was made, without what it was made of. A copy's topology is that of what it was copied from, which its name
// has.
std::string made(const Profile &profile, const Origin &origin) {
    const std::string &function = profile.names[origin.function];
    const std::string word = word_for(function);
    if (origin.color)
        return fmt::format("{} {}", word, *origin.color);
    return makes_grids(function.c_str()) ? shape(origin) : word;
}

// `rest` names what has neither name nor origin, and what is farther down than `descents`.
template <class Rest>
std::string name_from(const Profile &profile, const Communicator &communicator, int descents, const Rest &rest) {
    if (!communicator.name.empty())
        return printable(communicator.name);
    const Origin &origin = communicator.origin;
    if (!origin.is_known() || descents == 0)
        return rest(communicator);
    const std::string own = made(profile, origin);
    if (origin.parent == 0)
        return own;
    const Communicator &parent = profile.communicators[origin.parent - 1];
    return fmt::format("{} of {}", own, name_from(profile, parent, descents - 1, rest));
}

}  // namespace

std::string context_name(const Communicator &communicator) {
    return fmt::format("(context {:#x})", communicator.context_id);
}

std::string communicator_name(const Profile &profile, const Communicator &communicator) {
    return name_from(profile, communicator, kLongestDescent, context_name);
}

std::string name_in_any_run(const Profile &profile, const Communicator &communicator) {
    constexpr int kDescents = 64;
    return name_from(profile, communicator, kDescents, [](const Communicator &last) -> std::string {
        if (last.origin.is_known())
            return "…";
        return last.internal ? "(of the library)" : "(without a name)";
    });
}

std::string_view topology_name(mpimon_topology topology) {
    switch (topology) {
        case MPIMON_TOPOLOGY_CARTESIAN:
            return "cartesian";
        case MPIMON_TOPOLOGY_GRAPH:
            return "graph";
        case MPIMON_TOPOLOGY_DIST_GRAPH:
            return "distributed graph";
        default:
            return {};
    }
}

}  // namespace mpimon
