#include <cairo.h>
#include <fmt/format.h>

#include <cmath>

#include "mpimon/failure.h"
#include "mpimon/render/picture/canvas.h"

namespace mpimon {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kPixelsPerPoint = 1.5;

// Called by cairo for each piece of the file; `closure` is the std::string that takes it.
cairo_status_t gather(void *closure, const unsigned char *bytes, unsigned int size) {
    static_cast<std::string *>(closure)->append(reinterpret_cast<const char *>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status, const std::string &path) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw Failure(fmt::format("{}: {}", path, cairo_status_to_string(status)));
}

class PngCanvas : public Canvas {
  public:
    PngCanvas(double width, double height)
        : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(width * kPixelsPerPoint)),
                                              static_cast<int>(std::ceil(height * kPixelsPerPoint))),
                   &cairo_surface_destroy),
          cairo_(cairo_create(surface_.get()), &cairo_destroy) {
        cairo_scale(cairo_.get(), kPixelsPerPoint, kPixelsPerPoint);
        colour({1, 1, 1});
        cairo_paint(cairo_.get());
    }

    void rectangle(double x, double y, double width, double height, const Colour &fill, const std::string &) override {
        colour(fill);
        cairo_rectangle(cairo_.get(), x, y, width, height);
        cairo_fill(cairo_.get());
    }

    void frame(double x, double y, double width, double height, const Colour &stroke) override {
        colour(stroke);
        cairo_set_line_width(cairo_.get(), 1);
        cairo_rectangle(cairo_.get(), x - 0.5, y - 0.5, width + 1, height + 1);
        cairo_stroke(cairo_.get());
    }

    void gradient(double x, double y, double width, double height, const std::vector<Colour> &colours) override {
        const std::unique_ptr<cairo_pattern_t, decltype(&cairo_pattern_destroy)> pattern(
            cairo_pattern_create_linear(0, y + height, 0, y), &cairo_pattern_destroy);
        for (size_t i = 0; i < colours.size(); ++i)
            cairo_pattern_add_color_stop_rgb(pattern.get(),
                                             static_cast<double>(i) / static_cast<double>(colours.size() - 1),
                                             colours[i].red, colours[i].green, colours[i].blue);
        cairo_set_source(cairo_.get(), pattern.get());
        cairo_rectangle(cairo_.get(), x, y, width, height);
        cairo_fill(cairo_.get());
    }

    void line(double x, double y, double to_x, double to_y, const Colour &stroke) override {
        colour(stroke);
        cairo_set_line_width(cairo_.get(), 1);
        cairo_move_to(cairo_.get(), x, y);
        cairo_line_to(cairo_.get(), to_x, to_y);
        cairo_stroke(cairo_.get());
    }

    void text(double x, double y, const std::string &words, Alignment alignment, const Font &font,
              bool upwards) override {
        colour(font.colour);
        cairo_select_font_face(cairo_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                               font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo_.get(), font.size);
        cairo_text_extents_t extents;
        cairo_text_extents(cairo_.get(), words.c_str(), &extents);
        const double shift = alignment == Alignment::kLeft     ? 0
                             : alignment == Alignment::kCentre ? extents.x_advance / 2
                                                               : extents.x_advance;
        cairo_save(cairo_.get());
        cairo_translate(cairo_.get(), x, y);
        cairo_rotate(cairo_.get(), upwards ? -kPi / 2 : 0);
        cairo_move_to(cairo_.get(), -shift, 0);
        cairo_show_text(cairo_.get(), words.c_str());
        cairo_restore(cairo_.get());
    }

    // The file is gathered in memory first, since cairo does not say why a file cannot be written.
    std::string finish(const std::string &path) override {
        check(cairo_status(cairo_.get()), path);
        cairo_surface_flush(surface_.get());
        check(cairo_surface_status(surface_.get()), path);
        std::string file;
        check(cairo_surface_write_to_png_stream(surface_.get(), &gather, &file), path);
        return file;
    }

  private:
    void colour(const Colour &colour) { cairo_set_source_rgb(cairo_.get(), colour.red, colour.green, colour.blue); }

    std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
    std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
};

}  // namespace

std::unique_ptr<Canvas> png_canvas(double width, double height) {
    return std::make_unique<PngCanvas>(width, height);
}

}  // namespace mpimon
