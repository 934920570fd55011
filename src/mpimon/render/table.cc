#include "mpimon/render/table.h"

#include <algorithm>

#include "analysis/names/text.h"

namespace mpimon {

std::string Table::line(const std::vector<std::string> &cells, const std::vector<size_t> &widths) const {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i) {
        const std::string padding(widths[i] - display_width(cells[i]), ' ');
        text += "  ";
        text += columns_[i].left ? cells[i] + padding : padding + cells[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string Table::text(const Style &style) const {
    if (empty())
        return {};
    std::vector<std::string> titles;
    std::vector<size_t> widths;
    for (size_t i = 0; i < columns_.size(); ++i) {
        titles.push_back(columns_[i].title);
        size_t width = display_width(columns_[i].title);
        for (const Row &row : rows_)
            width = std::max(width, display_width(row.cells[i]));
        widths.push_back(width);
    }
    std::string text = style.faint(line(titles, widths)) + "\n";
    for (const Row &row : rows_)
        text += (row.faint ? style.faint(line(row.cells, widths)) : line(row.cells, widths)) + "\n";
    return text;
}

}  // namespace mpimon
