#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/heatmap.h"

namespace mpimon {

namespace {

constexpr double kSecond = 1e9;
constexpr size_t kSumColumns = 12;  // a blank and "999,999,999"
constexpr std::array<const char *, 4> kShades = {"░", "▒", "▓", "█"};
// Some of the 256 colours that terminals have: light yellow to dark blue, as in pictures.
constexpr std::array<int, 10> kColours = {229, 193, 151, 115, 79, 73, 31, 25, 19, 18};

class TextHeatmap {
  public:
    TextHeatmap(const Heatmap &map, int width, const Style &style)
        : map_(map),
          grid_(map.grid),
          labels_(map.labels),
          scale_(map.grid),
          style_(style),
          label_columns_(map.row.size()) {
        for (const std::string &label : labels_)
            label_columns_ = std::max(label_columns_, display_width(label));
        const size_t frame = label_columns_ + 3;
        const size_t columns = static_cast<size_t>(std::max(0, width));
        cell_columns_ = frame + kSumColumns + 2 * grid_.side <= columns ? 2 : 1;
        with_sums_ = frame + kSumColumns + cell_columns_ * grid_.side <= columns;
    }

    std::string run() {
        std::string text = column_labels();
        text += padding(label_columns_) + " ┌" + line() + "┐\n";
        for (size_t row = 0; row < grid_.side; ++row)
            text += row_text(row);
        text += padding(label_columns_) + " └" + line() + "┘\n";
        return text + legend();
    }

  private:
    static std::string padding(size_t columns) { return std::string(columns, ' '); }

    std::string line() const {
        std::string text;
        for (size_t i = 0; i < grid_.side * cell_columns_; ++i)
            text += "─";
        return text;
    }

    // Numbers stand above the column where they begin; names are too long, and the rows have them in the same order.
    std::string column_labels() const {
        const std::string word = map_.column + (grid_.by ? ", in the same order as the " + map_.row + "s" : "");
        std::string text = padding(label_columns_ + 2) + style_.faint(word) + "\n";
        if (grid_.by)
            return text;
        const size_t step = (labels_.back().size() + cell_columns_) / cell_columns_;
        std::string numbers;
        for (size_t column = 0; column < grid_.side; column += step) {
            numbers.resize(column * cell_columns_, ' ');
            numbers += labels_[column];
        }
        return text + padding(label_columns_ + 2) + numbers + "\n";
    }

    std::string row_text(size_t row) const {
        const std::string &label = labels_[row];
        std::string text = padding(label_columns_ - display_width(label)) + label + " │";
        for (size_t column = 0; column < grid_.side; ++column)
            text += cell(grid_.at(row, column));
        const uint64_t sum = grid_.row_sum(row);
        return text + "│" +
               (with_sums_ && sum > 0 ? " " + style_.faint(value_text(grid_, static_cast<double>(sum))) : "") + "\n";
    }

    std::string cell(uint64_t value) const {
        return value == 0 ? padding(cell_columns_) : shade(scale_.position(static_cast<double>(value)));
    }

    std::string shade(double position) const {
        const auto index = [&](size_t steps) {
            return std::min(steps - 1, static_cast<size_t>(position * static_cast<double>(steps)));
        };
        if (style_.colour())
            return fmt::format("\x1b[48;5;{}m{}\x1b[0m", kColours[index(kColours.size())], padding(cell_columns_));
        std::string text;
        for (size_t i = 0; i < cell_columns_; ++i)
            text += kShades[index(kShades.size())];
        return text;
    }

    std::string legend() const {
        if (scale_.highest == 0)
            return grid_.waiting ? "  no waiting\n" : "  no traffic\n";
        const size_t steps = style_.colour() ? kColours.size() : kShades.size();
        std::string ramp;
        for (size_t i = 0; i < steps; ++i)
            ramp += shade((static_cast<double>(i) + 0.5) / static_cast<double>(steps));
        return fmt::format("  {} {} {}{}  (logarithmic; blank: none{})\n",
                           value_text(grid_, static_cast<double>(scale_.lowest)), ramp,
                           value_text(grid_, static_cast<double>(scale_.highest)), grid_.messages ? " messages" : "",
                           with_sums_ ? "; right: sums" : "");
    }

    const Heatmap &map_;
    const Grid &grid_;
    const std::vector<std::string> &labels_;
    LogScale scale_;
    const Style &style_;
    size_t label_columns_;
    size_t cell_columns_ = 1;
    bool with_sums_ = false;
};

}  // namespace

std::string value_text(const Grid &grid, double value) {
    if (grid.waiting)
        return human_time(value / kSecond);
    return grid.messages ? with_commas(static_cast<uint64_t>(std::llround(value))) : human_bytes(value);
}

size_t heatmap_text_cells(int width) {
    constexpr int kFrame = 9;  // label "sender", two borders, a blank
    return static_cast<size_t>(std::max(8, width - kFrame));
}

std::string heatmap_text(const Heatmap &map, int width, const Style &style) {
    return style.bold(map.program + ": " + map.subject) + "\n" + style.faint(map.subtitle) + "\n\n" +
           TextHeatmap(map, width, style).run();
}

}  // namespace mpimon
