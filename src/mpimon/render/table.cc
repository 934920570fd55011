#include "mpimon/render/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"

namespace mpimon {

namespace {

constexpr int kBarColumns = 16;
constexpr size_t kShareColumns = 7;  // "100.0 %"
constexpr size_t kGap = 2;           // before each column
// Columns that texts are cut to: before columns are left out, and when none is left that could be.
constexpr size_t kShortText = 20;
constexpr size_t kShortestText = 8;

bool says_nothing(const std::string &cell) {
    return cell.empty() || cell == "–";
}

}  // namespace

size_t Table::width_of(size_t column) const {
    size_t width = 0;
    bool said = false;
    for (const Row &row : rows_) {
        width = std::max(width, display_width(row.cells[column]));
        said = said || !says_nothing(row.cells[column]);
    }
    return said ? std::max(width, display_width(columns_[column].title)) : 0;
}

std::vector<Table::Shown> Table::fit(size_t room) const {
    std::vector<Shown> shown(columns_.size());
    for (size_t i = 0; i < shown.size(); ++i)
        shown[i].width = width_of(i);
    const auto excess = [&] {
        const size_t sum =
            std::accumulate(shown.begin(), shown.end(), size_t{0}, [](size_t before, const Shown &column) {
                return column.width == 0 ? before : before + kGap + column.width;
            });
        return std::max(sum, room) - room;
    };
    const auto shorten_texts = [&](size_t least) {
        for (size_t i = 0; i < shown.size(); ++i)
            if ((columns_[i].kind == kText || columns_[i].kind == kTextEnd) && shown[i].width > least)
                shown[i].width = std::max(least, shown[i].width - std::min(shown[i].width, excess()));
    };
    for (size_t i = 0; i < shown.size() && excess() > 0; ++i)
        if (columns_[i].kind == kShareBar && shown[i].width > 0)
            shown[i] = {std::max(kShareColumns, display_width(columns_[i].title)), false};
    shorten_texts(kShortText);
    while (excess() > 0) {
        size_t next = shown.size();
        for (size_t i = 0; i < shown.size(); ++i)
            if (shown[i].width > 0 && columns_[i].drop > (next < shown.size() ? columns_[next].drop : 0))
                next = i;
        if (next == shown.size())
            break;
        shown[next].width = 0;
    }
    shorten_texts(kShortestText);
    return shown;
}

std::string Table::cell(const std::string &text, size_t column, const Shown &shown) const {
    const size_t columns = display_width(text);
    if (columns <= shown.width) {
        const std::string padding(shown.width - columns, ' ');
        return columns_[column].kind == kNumber ? padding + text : text + padding;
    }
    if (columns_[column].kind == kTextEnd)
        return "…" + text.substr(cut_to_width(text, columns - (shown.width - 1)).size());
    return cut_to_width(text, shown.width - 1) + "…";
}

std::string Table::line(const std::vector<std::string> &cells, const std::vector<Shown> &shown) const {
    std::string text;
    for (size_t i = 0; i < columns_.size(); ++i)
        if (shown[i].width > 0)
            text += std::string(kGap, ' ') + cell(cells[i], i, shown[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string Table::text(const Style &style) const {
    if (empty())
        return {};
    std::vector<std::string> titles;
    for (const Column &column : columns_)
        titles.push_back(column.title);
    const std::vector<Shown> shown = fit(style.width());
    std::string text = style.faint(line(titles, shown)) + "\n";
    for (const Row &row : rows_) {
        std::vector<std::string> cells = row.cells;
        for (size_t i = 0; i < cells.size(); ++i)
            if (!shown[i].bars)
                cells[i] = cut_to_width(cells[i], kShareColumns);
        text += (row.faint ? style.faint(line(cells, shown)) : line(cells, shown)) + "\n";
    }
    return text;
}

std::string share_bar(double part, double whole) {
    return fmt::format("{:>7} {}", percent(part, whole), whole > 0 ? bar(part / whole, kBarColumns) : "");
}

}  // namespace mpimon
