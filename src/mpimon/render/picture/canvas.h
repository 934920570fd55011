// What pictures are drawn on. Lengths are points (SVG) or pixels before scaling (PNG).
#ifndef MPIMON_RENDER_PICTURE_CANVAS_H
#define MPIMON_RENDER_PICTURE_CANVAS_H

#include <memory>
#include <string>
#include <vector>

namespace mpimon {

struct Colour {
    double red, green, blue;
};

enum class Alignment { kLeft, kCentre, kRight };

struct Font {
    double size = 13;
    bool bold = false;
    Colour colour = {0, 0, 0};
};

class Canvas {
  public:
    Canvas() = default;
    Canvas(const Canvas &) = delete;
    Canvas &operator=(const Canvas &) = delete;
    virtual ~Canvas() = default;

    // `tooltip`: text that is shown where a reader points at it, if the format has such; may be empty.
    virtual void rectangle(double x, double y, double width, double height, const Colour &fill,
                           const std::string &tooltip) = 0;
    virtual void frame(double x, double y, double width, double height, const Colour &colour) = 0;
    // Fills a rectangle with colours in even steps, the first one at the lower edge.
    virtual void gradient(double x, double y, double width, double height, const std::vector<Colour> &colours) = 0;
    virtual void line(double x, double y, double to_x, double to_y, const Colour &colour) = 0;
    // `upwards`: the text is turned by a right angle, to be read from below.
    virtual void text(double x, double y, const std::string &words, Alignment alignment, const Font &font,
                      bool upwards) = 0;
    // The file's content. Has to be called once, as the last one. Throws Failure, which names `path`, if drawing did
    // not work.
    virtual std::string finish(const std::string &path) = 0;
};

// A white sheet of this size.
std::unique_ptr<Canvas> svg_canvas(double width, double height);
std::unique_ptr<Canvas> png_canvas(double width, double height);

// Columns that words take at most, for a layout that must hold on every machine.
double widest_text(const std::string &words, const Font &font);

}  // namespace mpimon

#endif
