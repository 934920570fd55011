// Aligned columns for the terminal, as many of them as fit.
#ifndef MPIMON_RENDER_TABLE_H
#define MPIMON_RENDER_TABLE_H

#include <cstddef>
#include <string>
#include <vector>

#include "mpimon/render/terminal.h"

namespace mpimon {

class Table {
  public:
    enum Kind {
        kNumber,    // aligned to the right
        kText,      // to the left; what is too long loses its end
        kTextEnd,   // to the left; what is too long loses its beginning
        kShareBar,  // share_bar(): the bar goes first if there is no room
    };
    struct Column {
        std::string title;
        Kind kind = kNumber;
        int drop = 0;  // 0: never; else those with the highest number go first if there is no room
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    // Adds a row, with one cell for each column; a `faint` one is less important than others.
    void add(std::vector<std::string> cells, bool faint = false) { rows_.push_back({std::move(cells), faint}); }
    bool empty() const { return rows_.empty(); }

    // The table, indented by two columns; empty without rows. Columns in which no row has anything are left out.
    std::string text(const Style &style) const;

  private:
    struct Row {
        std::vector<std::string> cells;
        bool faint;
    };

    // How wide a column is shown.
    struct Shown {
        size_t width = 0;  // 0: not at all
        bool bars = true;
    };

    size_t width_of(size_t column) const;
    std::vector<Shown> fit(size_t room) const;
    std::string cell(const std::string &text, size_t column, const Shown &shown) const;
    std::string line(const std::vector<std::string> &cells, const std::vector<Shown> &shown) const;

    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

// part / whole as "  7.5 %" and a bar.
std::string share_bar(double part, double whole);

}  // namespace mpimon

#endif
