// The lists that mpimon watch shows: a row for each pair, rank, collective, kind of wait or variable.
#ifndef MPIMON_COMMANDS_WATCH_ROWS_H
#define MPIMON_COMMANDS_WATCH_ROWS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mpimon/commands/watch/watched.h"
#include "mpimon/render/table.h"

namespace mpimon {

enum class WatchList { kPairs, kRanks, kCollectives, kWaits, kVariables };
enum class WatchOrder { kRate, kTotal };

struct WatchView {
    WatchList list = WatchList::kPairs;
    WatchOrder order = WatchOrder::kRate;
    bool messages = false;  // sorted by messages or calls, else by bytes or time
    bool paused = false;
    std::string search;            // only rows in whose name it is
    std::optional<uint32_t> rank;  // only of this one; else of all together
    size_t first = 0;              // row of the list
    size_t rows = 10;              // of the list, at most
    std::optional<size_t> cursor;  // row of the list of variables that a key chooses
    std::set<std::string> chosen;  // variables whose curves are shown
};

struct WatchRow {
    std::string name;
    std::vector<std::string> cells;
};

struct WatchRows {
    size_t count = 0;            // that there are
    std::vector<WatchRow> seen;  // from view.first on
};

WatchRows watch_rows(const Watched &job, const WatchView &view);
Table watch_table(const WatchView &view);

// Bytes and messages in a second and in all.
std::vector<std::string> growth_cells(const Growth &growth);
// How one rank's messages of a class have grown.
Growth growth_of_rank(const Watched &job, const std::string &name, uint32_t rank);
// Foreign peers and unknown ones have no number of this world.
std::string peer_text(uint32_t peer);
// "1.5 KiB/s" of what grows, "2,345" of a level.
std::string variable_text(const VariableHistory &variable, double number);

}  // namespace mpimon

#endif
