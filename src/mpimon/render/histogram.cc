#include "mpimon/render/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr size_t kLeastBarColumns = 8;
constexpr size_t kMostBarColumns = 32;
constexpr size_t kRangeColumns = 17;
constexpr size_t kBesidesBar = kRangeColumns + 26;

std::string spaces(size_t columns, std::string_view beside) {
    return std::string(columns - std::min(columns, display_width(beside)), ' ');
}

}  // namespace

std::string histogram_text(const Bins &bins, const Style &style) {
    const auto total = static_cast<double>(std::accumulate(bins.begin(), bins.end(), uint64_t{0}));
    const auto highest = static_cast<double>(*std::max_element(bins.begin(), bins.end()));
    const size_t columns =
        std::clamp<size_t>(style.width(), kBesidesBar + kLeastBarColumns, kBesidesBar + kMostBarColumns) - kBesidesBar;
    std::string text;
    size_t last = bins.size();
    for (size_t bin = 0; bin < bins.size(); ++bin) {
        if (bins[bin] == 0)
            continue;
        if (last + 1 < bin)
            text += style.faint(fmt::format("  {:>17} ⋮", "")) + "\n";
        last = bin;
        const auto count = static_cast<double>(bins[bin]);
        const std::string filled = bar(count / highest, static_cast<int>(columns));
        const std::string range = size_range(static_cast<int>(bin));
        text += fmt::format("  {}{} {}{} {:>14} {:>7}\n", spaces(kRangeColumns, range), range, style.accent(filled),
                            spaces(columns, filled), with_commas(bins[bin]), percent(count, total));
    }
    return text;
}

std::vector<uint64_t> without_trailing_zeros(const Bins &bins) {
    std::vector<uint64_t> cut(bins.begin(), bins.end());
    while (!cut.empty() && cut.back() == 0)
        cut.pop_back();
    return cut;
}

}  // namespace mpimon
