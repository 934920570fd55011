#include "mpimon/render/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr size_t kMostBarColumns = 32;
constexpr size_t kRangeColumns = 17;
constexpr size_t kBesidesBar = 2 + kRangeColumns + 1 + 1 + 14 + 1 + 7;

}  // namespace

void show_histogram(const Bins &bins, Page &page) {
    const Style &style = page.style();
    const uint64_t total = std::accumulate(bins.begin(), bins.end(), uint64_t{0});
    const uint64_t highest = *std::max_element(bins.begin(), bins.end());
    const size_t columns =
        std::clamp<size_t>(style.width(), kBesidesBar + 8, kBesidesBar + kMostBarColumns) - kBesidesBar;
    bool begun = false;
    bool gap = false;
    for (size_t bin = 0; bin < bins.size(); ++bin) {
        const uint64_t count = bins[bin];
        if (count == 0) {
            gap = begun;
            continue;
        }
        if (gap)
            page.raw(style.faint(fmt::format("  {:>17} ⋮", "")) + "\n");
        begun = true;
        gap = false;
        const std::string filled =
            bar(static_cast<double>(count) / static_cast<double>(highest), static_cast<int>(columns));
        const std::string range = size_range(static_cast<int>(bin));
        page.raw(fmt::format("  {}{} {}{} {:>14} {:>7}\n",
                             std::string(kRangeColumns - std::min(kRangeColumns, display_width(range)), ' '), range,
                             style.accent(filled), std::string(columns - display_width(filled), ' '),
                             with_commas(count), percent(static_cast<double>(count), static_cast<double>(total))));
    }
}

std::vector<uint64_t> without_trailing_zeros(const Bins &bins) {
    std::vector<uint64_t> cut(bins.begin(), bins.end());
    while (!cut.empty() && cut.back() == 0)
        cut.pop_back();
    return cut;
}

}  // namespace mpimon
