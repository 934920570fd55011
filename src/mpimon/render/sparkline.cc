#include "mpimon/render/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mpimon {

std::string sparkline(const std::vector<uint64_t> &numbers) {
    static constexpr std::array<const char *, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const auto largest = numbers.empty() ? 0.0 : static_cast<double>(*std::max_element(numbers.begin(), numbers.end()));
    std::string line;
    for (const uint64_t number : numbers) {
        const double height = std::ceil(static_cast<double>(number) / largest * kBlocks.size());
        line += number == 0 ? " " : kBlocks[static_cast<size_t>(std::clamp(height, 1.0, 8.0)) - 1];
    }
    return line;
}

}  // namespace mpimon
