// What the output can show, and writing to it.
#ifndef MPIMON_RENDER_TERMINAL_H
#define MPIMON_RENDER_TERMINAL_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace mpimon {

// The colours, weights, characters and columns that the output may use.
class Style {
  public:
    struct Abilities {
        bool colour = false;
        bool ascii = false;  // no other characters
        size_t width = SIZE_MAX;
    };
    explicit Style(Abilities abilities) : abilities_(abilities) {}

    // Standard output. Coloured only on a terminal, and only if NO_COLOR is not set (https://no-color.org); ASCII alone
    // in a locale of another character set than UTF-8; as wide as the terminal, or without limit if there is none,
    // unless `width` says so.
    static Style for_output(int width = 0);

    bool colour() const { return abilities_.colour; }
    bool ascii() const { return abilities_.ascii; }
    size_t width() const { return abilities_.width; }
    std::string bold(std::string_view text) const { return wrapped("1", text); }
    std::string faint(std::string_view text) const { return wrapped("2", text); }
    std::string warning(std::string_view text) const { return wrapped("1;31", text); }
    std::string accent(std::string_view text) const { return wrapped("36", text); }

  private:
    std::string wrapped(std::string_view code, std::string_view text) const;

    Abilities abilities_;
};

// Columns of the terminal that is standard output; 80 if it is none.
int terminal_width();

// Writes text to standard output, or to the file at `path` if that is not empty. Throws Failure where that fails.
class Output {
  public:
    explicit Output(std::string path = "");
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;
    ~Output();

    void write(std::string_view text);
    // Has to be called last: only then all of it is known to be written.
    void close();

  private:
    [[noreturn]] void fail(int error) const;

    std::string path_;
    FILE *file_;
};

// Throws Failure if the file at `output` is the one at `input`, by whatever names.
void refuse_to_overwrite(const std::string &input, const std::string &output);

// Writes to standard output, or to the file at `path` if that is not empty. Throws Failure if that does not work.
void write_output(std::string_view content, const std::string &path = "");

// Writes text for people to standard output, in the characters that the style allows; by the user's pager if that is a
// terminal with fewer lines.
void write_text(std::string_view text, const Style &style);

}  // namespace mpimon

#endif
