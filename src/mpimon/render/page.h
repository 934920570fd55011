// Text for people, section by section, within the columns that there are.
#ifndef MPIMON_RENDER_PAGE_H
#define MPIMON_RENDER_PAGE_H

#include <cstddef>
#include <string>
#include <string_view>

#include "mpimon/render/table.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

class Page {
  public:
    explicit Page(const Style &style) : style_(style) {}

    const Style &style() const { return style_; }

    void title(const std::string &title, const std::string &remark = "");
    // Adds a title after an empty line.
    void heading(const std::string &title, const std::string &remark = "");
    // Adds a word and what it is, indented; nothing if that is empty.
    void fact(std::string_view word, const std::string &text);
    // Adds a sentence, indented.
    void line(std::string_view text);
    void remark(std::string_view text);
    void warning(std::string_view text);
    void table(const Table &table) { text_ += table.text(style_); }
    // Says how many of a table's rows are not shown; nothing for 0.
    void more(size_t rows);
    // Adds text as it is.
    void raw(std::string_view text) { text_ += text; }

    std::string take() { return std::move(text_); }

  private:
    const Style &style_;
    std::string text_;
};

}  // namespace mpimon

#endif
