#include "analysis/names/origins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "analysis/names/text.h"

namespace mpimon {

namespace {

// Of a communicator made of one made of one, and so on, so many are named. A damaged file may lead in a circle, too.
constexpr int kLongestDescent = 4;

// What a function makes, in a word. Others, of later versions, have their own names.
std::string word_for(std::string_view function) {
    struct Word {
        std::string_view function, word;
    };
    static constexpr std::array<Word, 18> kWords = {{{"MPI_Comm_dup", "dup"},
                                                     {"MPI_Comm_dup_with_info", "dup"},
                                                     {"MPI_Comm_idup", "dup"},
                                                     {"MPI_Comm_idup_with_info", "dup"},
                                                     {"MPI_Comm_create", "group"},
                                                     {"MPI_Comm_create_group", "group"},
                                                     {"MPI_Comm_create_from_group", "group"},
                                                     {"MPI_Comm_split", "split"},
                                                     {"MPI_Comm_split_type", "split by type"},
                                                     {"MPI_Comm_accept", "accept"},
                                                     {"MPI_Comm_connect", "connect"},
                                                     {"MPI_Comm_spawn", "spawn"},
                                                     {"MPI_Comm_spawn_multiple", "spawn"},
                                                     {"MPI_Intercomm_create", "intercomm"},
                                                     {"MPI_Intercomm_create_from_groups", "intercomm"},
                                                     {"MPI_Intercomm_merge", "merge"},
                                                     {"MPI_Graph_create", "graph"},
                                                     {"MPI_File_open", "file"}}};
    const auto *const found =
        std::find_if(kWords.begin(), kWords.end(), [&](const Word &word) { return word.function == function; });
    if (found != kWords.end())
        return std::string(found->word);
    return function.substr(0, 21) == "MPI_Dist_graph_create" ? "dist graph" : printable(function);
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
    return function.substr(0, 8) == "MPI_Cart" ? shape(origin) : word;
}

std::string name_from(const Profile &profile, const Communicator &communicator, int descent) {
    if (!communicator.name.empty())
        return printable(communicator.name);
    const Origin &origin = communicator.origin;
    if (!origin.is_known() || descent == kLongestDescent)
        return context_name(communicator);
    const std::string own = made(profile, origin);
    if (origin.parent == 0)
        return own;
    return fmt::format("{} of {}", own, name_from(profile, profile.communicators[origin.parent - 1], descent + 1));
}

}  // namespace

std::string context_name(const Communicator &communicator) {
    return fmt::format("(context {:#x})", communicator.context_id);
}

std::string communicator_name(const Profile &profile, const Communicator &communicator) {
    return name_from(profile, communicator, 0);
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
