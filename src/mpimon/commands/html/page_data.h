// What the page shows, as JSON.
#ifndef MPIMON_COMMANDS_HTML_PAGE_DATA_H
#define MPIMON_COMMANDS_HTML_PAGE_DATA_H

#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/rule.h"
#include "analysis/summary/summary.h"
#include "mpimon/commands/html/pair_columns.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

struct PageSource {
    std::string file;
    const Profile &profile;
    const Summary &summary;
    const std::vector<advice::Rule> &rules;
    std::string difference;  // as of mpimon diff --json; empty: of one profile
};

// Members as other subcommands have them: `report`, `by`, `timeline`, `advice`, `difference`; and what the page needs
// beside these: labels, groups of ranks, origins of communicators, the layers of the pairs, and of those `before`.
std::string page_data(const PageSource &source, const PairColumns &pairs, const std::optional<PairColumns> &before);

// Parts of these data: nodes, packages and cores by which ranks can be grouped; and the layers of pairs.
Json groups_json(const Profile &profile);
Json pairs_json(const PairColumns &pairs);

}  // namespace mpimon

#endif
