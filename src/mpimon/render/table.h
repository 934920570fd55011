// Aligned columns for the terminal.
#ifndef MPIMON_RENDER_TABLE_H
#define MPIMON_RENDER_TABLE_H

#include <string>
#include <vector>

#include "mpimon/render/terminal.h"

namespace mpimon {

class Table {
  public:
    struct Column {
        std::string title;
        bool left = false;  // else aligned to the right, as numbers are
    };

    explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

    // One cell for each column; `faint` for what stands back behind other rows.
    void add(std::vector<std::string> cells, bool faint = false) { rows_.push_back({std::move(cells), faint}); }
    bool empty() const { return rows_.empty(); }

    // Two columns further in than the text around; empty without rows.
    std::string text(const Style &style) const;

  private:
    struct Row {
        std::vector<std::string> cells;
        bool faint;
    };

    std::string line(const std::vector<std::string> &cells, const std::vector<size_t> &widths) const;

    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

}  // namespace mpimon

#endif
