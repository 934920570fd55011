// What mpimon watch shows of a job: text for people, or JSON.
#ifndef MPIMON_COMMANDS_WATCH_VIEW_H
#define MPIMON_COMMANDS_WATCH_VIEW_H

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/live/moment.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// A job at a moment.
struct Watched {
    std::string title;
    size_t processes = 0;  // that could be read
    size_t running = 0;
    Rates rates;
    std::vector<std::string> unreadable;
};

enum class WatchList { kPairs, kRanks, kCollectives };
enum class WatchOrder { kRate, kTotal };

struct WatchView {
    WatchList list = WatchList::kPairs;
    WatchOrder order = WatchOrder::kRate;
    bool messages = false;  // sorted by messages or calls, else by bytes or time
    bool paused = false;
    std::string search;  // only rows in whose name it is
    size_t first = 0;    // row of the list
    size_t rows = 10;    // of the list, at most
};

// How many rows the list has, under `view.search`.
size_t watch_rows(const Rates &rates, const WatchView &view);

std::string watch_text(const Watched &job, const WatchView &view, const Style &style);
Json watch_json(const Watched &job);

}  // namespace mpimon

#endif
