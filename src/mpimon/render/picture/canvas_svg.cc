#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "analysis/names/text.h"
#include "mpimon/render/picture/canvas.h"

namespace mpimon {

namespace {

std::string escaped(const std::string &text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string hex(const Colour &colour) {
    const auto part = [](double value) { return std::lround(value * 255); };
    return fmt::format("#{:02x}{:02x}{:02x}", part(colour.red), part(colour.green), part(colour.blue));
}

class SvgCanvas : public Canvas {
  public:
    SvgCanvas(double width, double height) {
        add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}" )"
            R"(font-family="DejaVu Sans, sans-serif">)"
            "\n",
            std::ceil(width), std::ceil(height));
        add(R"(<rect width="100%" height="100%" fill="#ffffff"/>)"
            "\n");
    }

    void rectangle(double x, double y, double width, double height, const Colour &fill,
                   const std::string &tooltip) override {
        add(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}")", x, y, width, height, hex(fill));
        if (tooltip.empty())
            content_ += "/>\n";
        else
            add("><title>{}</title></rect>\n", escaped(tooltip));
    }

    void frame(double x, double y, double width, double height, const Colour &colour) override {
        add(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="none" stroke="{}"/>)"
            "\n",
            x - 0.5, y - 0.5, width + 1, height + 1, hex(colour));
    }

    void gradient(double x, double y, double width, double height, const std::vector<Colour> &colours) override {
        add(R"(<linearGradient id="ramp{}" x1="0" y1="1" x2="0" y2="0">)"
            "\n",
            ++gradients_);
        for (size_t i = 0; i < colours.size(); ++i)
            add(R"(<stop offset="{:.3f}" stop-color="{}"/>)"
                "\n",
                static_cast<double>(i) / static_cast<double>(colours.size() - 1), hex(colours[i]));
        add("</linearGradient>\n");
        add(R"s(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="url(#ramp{})"/>)s"
            "\n",
            x, y, width, height, gradients_);
    }

    void line(double x, double y, double to_x, double to_y, const Colour &colour) override {
        add(R"(<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" stroke="{}"/>)"
            "\n",
            x, y, to_x, to_y, hex(colour));
    }

    void text(double x, double y, const std::string &words, Alignment alignment, const Font &font,
              bool upwards) override {
        const char *anchor = alignment == Alignment::kLeft     ? "start"
                             : alignment == Alignment::kCentre ? "middle"
                                                               : "end";
        add(R"(<text x="{:.2f}" y="{:.2f}" font-size="{}" fill="{}" text-anchor="{}"{})", x, y, font.size,
            hex(font.colour), anchor, font.bold ? R"( font-weight="bold")" : "");
        if (upwards)
            add(R"s( transform="rotate(-90 {:.2f} {:.2f})")s", x, y);
        add(">{}</text>\n", escaped(words));
    }

    std::string finish(const std::string &) override {
        content_ += "</svg>\n";
        return std::move(content_);
    }

  private:
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
        fmt::format_to(std::back_inserter(content_), format, std::forward<Arguments>(arguments)...);
    }

    std::string content_;
    int gradients_ = 0;
};

}  // namespace

std::unique_ptr<Canvas> svg_canvas(double width, double height) {
    return std::make_unique<SvgCanvas>(width, height);
}

double widest_text(const std::string &words, const Font &font) {
    return static_cast<double>(display_width(words)) * font.size * (font.bold ? 0.72 : 0.64);
}

}  // namespace mpimon
