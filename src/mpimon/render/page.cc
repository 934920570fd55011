#include "mpimon/render/page.h"

#include <fmt/format.h>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr size_t kIndent = 2;
constexpr size_t kHanging = 4;      // the second line of a sentence
constexpr size_t kFactColumn = 12;  // where facts begin

}  // namespace

void Page::heading(const std::string &title, const std::string &remark) {
    text_ += "\n";
    this->title(title, remark);
}

void Page::title(const std::string &title, const std::string &remark) {
    text_ += style_.bold(title);
    const size_t column = display_width(title) + 2;
    if (!remark.empty() && column + display_width(remark) <= style_.width())
        text_ += "  " + style_.faint(remark);
    else if (!remark.empty())
        text_ += "\n  " + style_.faint(wrap(remark, kIndent, kIndent, style_.width()));
    text_ += "\n";
}

void Page::fact(std::string_view word, const std::string &text) {
    if (!text.empty())
        text_ += fmt::format("  {:<9} {}\n", word, wrap(text, kFactColumn, kFactColumn, style_.width()));
}

void Page::line(std::string_view text) {
    text_ += "  " + wrap(text, kIndent, kHanging, style_.width()) + "\n";
}

void Page::remark(std::string_view text) {
    text_ += style_.faint("  " + wrap(text, kIndent, kHanging, style_.width())) + "\n";
}

void Page::warning(std::string_view text) {
    text_ += style_.warning("  " + wrap(text, kIndent, kHanging, style_.width())) + "\n";
}

void Page::more(size_t rows) {
    if (rows > 0)
        remark(fmt::format("and {} more; --top shows them", rows));
}

}  // namespace mpimon
