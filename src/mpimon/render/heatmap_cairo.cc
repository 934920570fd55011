#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "mpimon/render/heatmap.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFont = 13;
constexpr double kSmallFont = 11.5;
constexpr double kTitleFont = 17;
constexpr double kMargin = 24;
constexpr double kHeader = 84;  // title, subtitle, the upper axis's name
constexpr double kMatrix = 640;
constexpr double kLargestCell = 80;
constexpr double kCellWithText = 70;
constexpr double kLegend = 150;
constexpr double kLegendBar = 18;
constexpr double kLeastLegend = 150;  // height of its bar

struct Colour {
    double red, green, blue;
};

// Light yellow to dark blue, of even steps in lightness, so that it reads in print and with any colour vision.
constexpr std::array<Colour, 6> kRamp = {{{0.96, 0.97, 0.74},
                                          {0.73, 0.89, 0.73},
                                          {0.42, 0.77, 0.74},
                                          {0.20, 0.58, 0.74},
                                          {0.15, 0.36, 0.63},
                                          {0.08, 0.12, 0.36}}};
constexpr Colour kNothing = {0.965, 0.965, 0.965};
constexpr Colour kInk = {0.13, 0.13, 0.16};
constexpr Colour kFaintInk = {0.42, 0.42, 0.46};

Colour ramp(double level) {
    const double place = std::clamp(level, 0.0, 1.0) * (kRamp.size() - 1);
    const size_t below = std::min(static_cast<size_t>(place), kRamp.size() - 2);
    const double part = place - static_cast<double>(below);
    const Colour &a = kRamp[below];
    const Colour &b = kRamp[below + 1];
    return {a.red + part * (b.red - a.red), a.green + part * (b.green - a.green), a.blue + part * (b.blue - a.blue)};
}

enum class Place { kLeft, kCentre, kRight };

class Picture {
  public:
    Picture(const Grid &grid, const std::string &title, const std::string &subtitle)
        : grid_(grid), scale_(grid), title_(title), subtitle_(subtitle) {
        cell_ = std::min(kLargestCell, kMatrix / static_cast<double>(grid.side));
        side_ = cell_ * static_cast<double>(grid.side);
        size_t longest = 0;
        for (const std::string &label : grid.labels)
            longest = std::max(longest, display_width(label));
        labels_ = 14 + 0.62 * kFont * static_cast<double>(longest);
        left_ = kMargin + 22 + labels_;
        top_ = kHeader + (grid.numbered ? 26 : labels_);
    }

    // In points (SVG) or pixels (PNG).
    double width() const { return std::max(left_ + side_ + kLegend + kMargin, 520.0); }
    double height() const { return top_ + std::max(side_, kLeastLegend + 40) + kMargin; }

    void draw(cairo_t *cairo) {
        cairo_ = cairo;
        colour({1, 1, 1});
        cairo_paint(cairo_);
        colour(kInk);
        cairo_select_font_face(cairo_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
        text(kMargin, 34, title_, Place::kLeft, kTitleFont);
        cairo_select_font_face(cairo_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        colour(kFaintInk);
        text(kMargin, 55, subtitle_, Place::kLeft);
        cells();
        axes();
        legend();
    }

  private:
    void colour(const Colour &colour) { cairo_set_source_rgb(cairo_, colour.red, colour.green, colour.blue); }

    void text(double x, double y, const std::string &words, Place place, double size = kFont, double angle = 0) {
        cairo_set_font_size(cairo_, size);
        cairo_text_extents_t extents;
        cairo_text_extents(cairo_, words.c_str(), &extents);
        const double shift = place == Place::kLeft     ? 0
                             : place == Place::kCentre ? extents.x_advance / 2
                                                       : extents.x_advance;
        cairo_save(cairo_);
        cairo_translate(cairo_, x, y);
        cairo_rotate(cairo_, angle);
        cairo_move_to(cairo_, -shift, 0);
        cairo_show_text(cairo_, words.c_str());
        cairo_restore(cairo_);
    }

    void rectangle(double x, double y, double width, double height, const Colour &fill) {
        colour(fill);
        cairo_rectangle(cairo_, x, y, width, height);
        cairo_fill(cairo_);
    }

    // The ramp, its highest colour on top.
    void gradient(double x, double y, double width, double height) {
        const std::unique_ptr<cairo_pattern_t, decltype(&cairo_pattern_destroy)> pattern(
            cairo_pattern_create_linear(0, y + height, 0, y), &cairo_pattern_destroy);
        for (size_t i = 0; i < kRamp.size(); ++i)
            cairo_pattern_add_color_stop_rgb(pattern.get(), static_cast<double>(i) / (kRamp.size() - 1), kRamp[i].red,
                                             kRamp[i].green, kRamp[i].blue);
        cairo_set_source(cairo_, pattern.get());
        cairo_rectangle(cairo_, x, y, width, height);
        cairo_fill(cairo_);
    }

    void frame(double x, double y, double width, double height) {
        colour(kFaintInk);
        cairo_set_line_width(cairo_, 1);
        cairo_rectangle(cairo_, x - 0.5, y - 0.5, width + 1, height + 1);
        cairo_stroke(cairo_);
    }

    void cells() {
        rectangle(left_, top_, side_, side_, kNothing);
        const double gap = cell_ >= 8 ? 1 : 0;
        // Neighbours overlap a little, or else a light line would show between them.
        const double size = gap > 0 ? cell_ - gap : cell_ + 0.3;
        for (size_t row = 0; row < grid_.side; ++row)
            for (size_t column = 0; column < grid_.side; ++column) {
                const uint64_t value = grid_.at(row, column);
                if (value == 0)
                    continue;
                rectangle(left_ + static_cast<double>(column) * cell_, top_ + static_cast<double>(row) * cell_, size,
                          size, ramp(scale_.level(static_cast<double>(value))));
                if (cell_ >= kCellWithText)
                    value_in_cell(row, column, value);
            }
        frame(left_, top_, side_, side_);
    }

    void value_in_cell(size_t row, size_t column, uint64_t value) {
        colour(scale_.level(static_cast<double>(value)) > 0.5 ? Colour{1, 1, 1} : kInk);
        text(left_ + (static_cast<double>(column) + 0.5) * cell_,
             top_ + (static_cast<double>(row) + 0.5) * cell_ + kFont / 3, value_text(grid_, static_cast<double>(value)),
             Place::kCentre, kSmallFont);
    }

    // So many cells from one label to the next that they do not touch: 1, 2, 5, 10, 20, ...
    size_t label_step(double room) const {
        const auto enough = [&](size_t step) { return static_cast<double>(step) * cell_ >= room; };
        for (size_t ten = 1;; ten *= 10)
            for (const size_t step : {ten, 2 * ten, 5 * ten})
                if (enough(step))
                    return step;
    }

    void axes() {
        const double line = kFont + 4;
        const size_t step = label_step(grid_.numbered ? labels_ : line);
        colour(kInk);
        for (size_t i = 0; i < grid_.side; i += step)
            text(left_ - 8, top_ + (static_cast<double>(i) + 0.5) * cell_ + kFont / 3, grid_.labels[i], Place::kRight);
        for (size_t i = 0; i < grid_.side; i += step) {
            const double middle = left_ + (static_cast<double>(i) + 0.5) * cell_;
            if (grid_.numbered)
                text(middle, top_ - 8, grid_.labels[i], Place::kCentre);
            else
                text(middle + kFont / 3, top_ - 8, grid_.labels[i], Place::kLeft, kFont, -kPi / 2);
        }
        colour(kFaintInk);
        const char *unit = grid_.numbered ? "rank" : "host";
        text(left_ + side_ / 2, kHeader, fmt::format("receiver ({})", unit), Place::kCentre);
        text(kMargin + 8, top_ + side_ / 2, fmt::format("sender ({})", unit), Place::kCentre, kFont, -kPi / 2);
    }

    // Round values: powers of two (bytes) or ten (messages), a few at most; or the ends if there are not two.
    std::vector<double> ticks() const {
        const double base = grid_.messages ? 10 : 2;
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
        std::string text = value_text(grid_, value);
        for (const std::string_view decimals : {".00 ", ".0 "})
            if (const size_t at = text.find(decimals); at != std::string::npos)
                text.replace(at, decimals.size(), " ");
        return text;
    }

    void legend() {
        const double x = left_ + side_ + 34;
        if (scale_.highest == 0) {
            colour(kFaintInk);
            text(x, top_ + kFont, "no traffic", Place::kLeft);
            return;
        }
        const double height = std::clamp(side_ - 60, kLeastLegend, 300.0);
        const double top = top_ + 2 * kFont;
        colour(kFaintInk);
        text(x, top_ + kFont / 2, grid_.messages ? "messages" : "bytes", Place::kLeft);
        gradient(x, top, kLegendBar, height);
        frame(x, top, kLegendBar, height);
        for (const double value : ticks()) {
            const double y = top + height * (1 - scale_.level(value));
            colour(kInk);
            cairo_move_to(cairo_, x + kLegendBar, y);
            cairo_rel_line_to(cairo_, 5, 0);
            cairo_stroke(cairo_);
            text(x + kLegendBar + 9, y + kFont / 3, tick_text(value), Place::kLeft);
        }
        rectangle(x, top + height + 14, kLegendBar, kLegendBar, kNothing);
        frame(x, top + height + 14, kLegendBar, kLegendBar);
        colour(kInk);
        text(x + kLegendBar + 9, top + height + 14 + kFont, "none", Place::kLeft);
    }

    const Grid &grid_;
    LogScale scale_;
    std::string title_;
    std::string subtitle_;
    cairo_t *cairo_ = nullptr;
    double cell_ = 0;    // of one cell
    double side_ = 0;    // of the matrix
    double labels_ = 0;  // room for the longest label
    double left_ = 0;    // the matrix's corner
    double top_ = 0;
};

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

void check(cairo_status_t status, const std::string &path) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw Failure(fmt::format("{}: {}", path, cairo_status_to_string(status)));
}

// Draws, and throws if cairo met an error on the way.
void draw(Picture &picture, const Surface &surface, const std::string &path, double scale) {
    check(cairo_surface_status(surface.get()), path);
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo(cairo_create(surface.get()), &cairo_destroy);
    cairo_scale(cairo.get(), scale, scale);
    picture.draw(cairo.get());
    cairo_surface_flush(surface.get());
    check(cairo_status(cairo.get()), path);
}

// The picture is gathered first, since cairo does not say why a file cannot be written. `closure` is a std::string.
cairo_status_t gather(void *closure, const unsigned char *bytes, unsigned int size) {
    static_cast<std::string *>(closure)->append(reinterpret_cast<const char *>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

void write_heatmap_svg(const Grid &grid, const std::string &title, const std::string &subtitle,
                       const std::string &path) {
    std::string file;
    Picture picture(grid, title, subtitle);
    const Surface surface(cairo_svg_surface_create_for_stream(&gather, &file, picture.width(), picture.height()),
                          &cairo_surface_destroy);
    draw(picture, surface, path, 1);
    cairo_surface_finish(surface.get());
    check(cairo_surface_status(surface.get()), path);
    write_output(file, path);
}

void write_heatmap_png(const Grid &grid, const std::string &title, const std::string &subtitle,
                       const std::string &path) {
    constexpr double kPixelsPerPoint = 1.5;
    std::string file;
    Picture picture(grid, title, subtitle);
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(picture.width() * kPixelsPerPoint)),
                                   static_cast<int>(std::ceil(picture.height() * kPixelsPerPoint))),
        &cairo_surface_destroy);
    draw(picture, surface, path, kPixelsPerPoint);
    check(cairo_surface_write_to_png_stream(surface.get(), &gather, &file), path);
    write_output(file, path);
}

}  // namespace mpimon
