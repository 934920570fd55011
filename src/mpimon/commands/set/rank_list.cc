#include "mpimon/commands/set/rank_list.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kMostRanks = size_t{1} << 22U;  // of one node, surely

uint32_t read_rank(const std::string &text, const std::string &list) {
    uint32_t rank = 0;
    if (text.empty() || text.size() > 9 || !CLI::detail::lexical_cast(text, rank) ||
        text.find_first_not_of("0123456789") != std::string::npos)
        throw WrongArgument(fmt::format("--rank: '{}' is no list of ranks, such as 0,4-7", list));
    return rank;
}

}  // namespace

std::vector<uint32_t> read_ranks(const std::string &text) {
    std::set<uint32_t> ranks;
    if (text.empty())
        return {};
    for (const std::string &part : CLI::detail::split(text, ',')) {
        const size_t dash = part.find('-');
        const uint32_t first = read_rank(part.substr(0, dash), text);
        const uint32_t last = dash == std::string::npos ? first : read_rank(part.substr(dash + 1), text);
        if (last < first || last - first >= kMostRanks)
            throw WrongArgument(fmt::format("--rank: {} is no range of ranks", part));
        for (uint32_t rank = first; rank <= last; ++rank)
            ranks.insert(rank);
    }
    return {ranks.begin(), ranks.end()};
}

}  // namespace mpimon
