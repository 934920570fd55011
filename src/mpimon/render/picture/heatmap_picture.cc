#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/names/text.h"
#include "mpimon/render/heatmap.h"
#include "mpimon/render/picture/canvas.h"

namespace mpimon {

namespace {

constexpr double kMargin = 24;
constexpr double kHeader = 84;  // title, subtitle, the upper axis's name
constexpr double kMatrix = 640;
constexpr double kLargestCell = 80;
constexpr double kCellWithText = 70;
constexpr double kLegend = 150;
constexpr double kLegendBar = 18;
constexpr double kLeastLegend = 150;  // height of its bar
constexpr double kLeastWidth = 520;
constexpr size_t kLeastProgram = 8;  // columns of its name that are always shown

// Light yellow to dark blue, of even steps in lightness, so that it reads in print and with any colour vision. The
// terminal's colours go the same way (heatmap_text.cc).
constexpr std::array<Colour, 6> kRamp = {{{0.96, 0.97, 0.74},
                                          {0.73, 0.89, 0.73},
                                          {0.42, 0.77, 0.74},
                                          {0.20, 0.58, 0.74},
                                          {0.15, 0.36, 0.63},
                                          {0.08, 0.12, 0.36}}};
constexpr Colour kNothing = {0.965, 0.965, 0.965};
constexpr Colour kInk = {0.13, 0.13, 0.16};
constexpr Colour kFaintInk = {0.42, 0.42, 0.46};
constexpr Font kPlain = {13, false, kInk};
constexpr Font kFaint = {13, false, kFaintInk};
constexpr Font kTitle = {17, true, kInk};
constexpr double kSmallFont = 11.5;

Colour ramp(double position) {
    const double scaled = std::clamp(position, 0.0, 1.0) * (kRamp.size() - 1);
    const size_t below = std::min(static_cast<size_t>(scaled), kRamp.size() - 2);
    const double part = scaled - static_cast<double>(below);
    const Colour &a = kRamp[below];
    const Colour &b = kRamp[below + 1];
    return {a.red + part * (b.red - a.red), a.green + part * (b.green - a.green), a.blue + part * (b.blue - a.blue)};
}

class Picture {
  public:
    explicit Picture(const Heatmap &map) : map_(map), grid_(map.grid), scale_(map.grid) {
        cell_ = std::min(kLargestCell, kMatrix / static_cast<double>(grid_.side));
        side_ = cell_ * static_cast<double>(grid_.side);
        size_t longest = 0;
        for (const std::string &label : map.labels)
            longest = std::max(longest, display_width(label));
        labels_ = 14 + 0.62 * kPlain.size * static_cast<double>(longest);
        left_ = kMargin + 22 + labels_;
        top_ = kHeader + (grid_.by ? labels_ : 26);
    }

    // The picture's width, in which all words fit but the program's name.
    double width() const {
        const double title = widest_text(cut_to_width(map_.program, kLeastProgram) + ": " + map_.subject, kTitle);
        const double words = std::max(title, widest_text(map_.subtitle, kFaint));
        return std::max({left_ + side_ + kLegend + kMargin, words + 2 * kMargin, kLeastWidth});
    }
    double height() const { return top_ + std::max(side_, kLeastLegend + 40) + kMargin; }

    std::string draw(Canvas &canvas, const std::string &path) {
        canvas_ = &canvas;
        text(kMargin, 34, title(), Alignment::kLeft, kTitle);
        text(kMargin, 55, map_.subtitle, Alignment::kLeft, kFaint);
        cells();
        axes();
        legend();
        return canvas.finish(path);
    }

  private:
    void text(double x, double y, const std::string &words, Alignment alignment, const Font &font = kPlain,
              bool upwards = false) {
        canvas_->text(x, y, words, alignment, font, upwards);
    }

    // The title: what the picture shows, in full, and the program's name, which loses its middle if it is long.
    std::string title() const {
        const auto title_with = [&](const std::string &program) { return program + ": " + map_.subject; };
        const double room = width() - 2 * kMargin;
        const size_t columns = display_width(map_.program);
        for (size_t kept = columns; kept > kLeastProgram; --kept) {
            const size_t end = (kept - 1) / 2;
            const std::string program = kept == columns
                                            ? map_.program
                                            : cut_to_width(map_.program, kept - 1 - end) + "…" +
                                                  map_.program.substr(cut_to_width(map_.program, columns - end).size());
            if (widest_text(title_with(program), kTitle) <= room)
                return title_with(program);
        }
        return title_with(cut_to_width(map_.program, kLeastProgram));
    }

    void cells() {
        canvas_->rectangle(left_, top_, side_, side_, kNothing, "");
        const double gap = cell_ >= 8 ? 1 : 0;
        // Neighbours overlap a little, or else a light line would show between them.
        const double size = gap > 0 ? cell_ - gap : cell_ + 0.3;
        for (size_t row = 0; row < grid_.side; ++row)
            for (size_t column = 0; column < grid_.side; ++column) {
                const uint64_t value = grid_.at(row, column);
                if (value == 0)
                    continue;
                const double position = scale_.position(static_cast<double>(value));
                const std::string words = value_text(grid_, static_cast<double>(value));
                canvas_->rectangle(left_ + static_cast<double>(column) * cell_, top_ + static_cast<double>(row) * cell_,
                                   size, size, ramp(position),
                                   fmt::format("{} {} {}: {}{}", map_.labels[row], grid_.waiting ? "for" : "to",
                                               map_.labels[column], words,
                                               !grid_.messages ? ""
                                               : value == 1    ? " message"
                                                               : " messages"));
                if (cell_ >= kCellWithText)
                    value_in_cell(row, column, position, words);
            }
        canvas_->frame(left_, top_, side_, side_, kFaintInk);
    }

    void value_in_cell(size_t row, size_t column, double position, const std::string &words) {
        text(left_ + (static_cast<double>(column) + 0.5) * cell_,
             top_ + (static_cast<double>(row) + 0.5) * cell_ + kPlain.size / 3, words, Alignment::kCentre,
             {kSmallFont, false, position > 0.5 ? Colour{1, 1, 1} : kInk});
    }

    // How many cells there are from one label to the next, so that labels do not touch: 1, 2, 5, 10, 20, ...
    size_t label_step(double room) const {
        const auto enough = [&](size_t step) { return static_cast<double>(step) * cell_ >= room; };
        for (size_t ten = 1;; ten *= 10)
            for (const size_t step : {ten, 2 * ten, 5 * ten})
                if (enough(step))
                    return step;
    }

    void axes() {
        const size_t step = label_step(grid_.by ? kPlain.size + 4 : labels_);
        for (size_t i = 0; i < grid_.side; i += step)
            text(left_ - 8, top_ + (static_cast<double>(i) + 0.5) * cell_ + kPlain.size / 3, map_.labels[i],
                 Alignment::kRight);
        for (size_t i = 0; i < grid_.side; i += step) {
            const double middle = left_ + (static_cast<double>(i) + 0.5) * cell_;
            if (grid_.by)
                text(middle + kPlain.size / 3, top_ - 8, map_.labels[i], Alignment::kLeft, kPlain, true);
            else
                text(middle, top_ - 8, map_.labels[i], Alignment::kCentre);
        }
        const char *unit = grid_.by ? group_name(*grid_.by) : "rank";
        text(left_ + side_ / 2, kHeader, fmt::format("{} ({})", map_.column, unit), Alignment::kCentre, kFaint);
        text(kMargin + 8, top_ + side_ / 2, fmt::format("{} ({})", map_.row, unit), Alignment::kCentre, kFaint, true);
    }

    // A few round values for the legend: powers of two (bytes) or ten (messages); the ends if there are not two.
    std::vector<double> ticks() const {
        const double base = grid_.messages || grid_.waiting ? 10 : 2;
        const auto low = static_cast<double>(scale_.lowest);
        const auto high = static_cast<double>(scale_.highest);
        const double first = std::ceil(std::log(low) / std::log(base) - 1e-9);
        const double last = std::floor(std::log(high) / std::log(base) + 1e-9);
        const double step = std::max(1.0, std::ceil((last - first) / 6));
        std::vector<double> values;
        for (double exponent = first; exponent <= last; exponent += step)
            values.push_back(std::pow(base, exponent));
        if (values.size() < 2)
            values = low < high ? std::vector{low, high} : std::vector{high};
        return values;
    }

    // Round values without their empty decimals: "8 KiB".
    std::string tick_text(double value) const {
        std::string words = value_text(grid_, value);
        for (const std::string_view decimals : {".00 ", ".0 "})
            if (const size_t at = words.find(decimals); at != std::string::npos)
                words.replace(at, decimals.size(), " ");
        return words;
    }

    void legend() {
        const double x = left_ + side_ + 34;
        if (scale_.highest == 0) {
            text(x, top_ + kPlain.size, grid_.waiting ? "no waiting" : "no traffic", Alignment::kLeft, kFaint);
            return;
        }
        const double height = std::clamp(side_ - 60, kLeastLegend, 300.0);
        const double top = top_ + 2 * kPlain.size;
        text(x, top_ + kPlain.size / 2,
             grid_.waiting    ? "waited"
             : grid_.messages ? "messages"
                              : "bytes",
             Alignment::kLeft, kFaint);
        canvas_->gradient(x, top, kLegendBar, height, {kRamp.begin(), kRamp.end()});
        canvas_->frame(x, top, kLegendBar, height, kFaintInk);
        for (const double value : ticks()) {
            const double y = top + height * (1 - scale_.position(value));
            canvas_->line(x + kLegendBar, y, x + kLegendBar + 5, y, kInk);
            text(x + kLegendBar + 9, y + kPlain.size / 3, tick_text(value), Alignment::kLeft);
        }
        canvas_->rectangle(x, top + height + 14, kLegendBar, kLegendBar, kNothing, "");
        canvas_->frame(x, top + height + 14, kLegendBar, kLegendBar, kFaintInk);
        text(x + kLegendBar + 9, top + height + 14 + kPlain.size, "none", Alignment::kLeft);
    }

    const Heatmap &map_;
    const Grid &grid_;
    LogScale scale_;
    Canvas *canvas_ = nullptr;
    double cell_ = 0;    // of one cell
    double side_ = 0;    // of the matrix
    double labels_ = 0;  // room for the longest label
    double left_ = 0;    // the matrix's corner
    double top_ = 0;
};

}  // namespace

void write_heatmap_svg(const Heatmap &map, const std::string &path) {
    Picture picture(map);
    write_output(picture.draw(*svg_canvas(picture.width(), picture.height()), path), path);
}

void write_heatmap_png(const Heatmap &map, const std::string &path) {
    Picture picture(map);
    write_output(picture.draw(*png_canvas(picture.width(), picture.height()), path), path);
}

}  // namespace mpimon
