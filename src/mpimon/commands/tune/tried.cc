#include "mpimon/commands/tune/tried.h"

#include <algorithm>
#include <utility>

namespace mpimon {

std::vector<TuneRow> rows_of(const TunePoints &points) {
    std::vector<TuneRow> rows;
    for (tuning::Selected &selected : tuning::select(points)) {
        TuneRow row;
        row.is_kept = !selected.chosen.empty();
        row.selected = std::move(selected);
        rows.push_back(std::move(row));
    }
    return rows;
}

void prove(std::vector<TuneRow> &rows, const TunePoints &points) {
    for (TuneRow &row : rows) {
        if (!row.is_kept)
            continue;
        row.proof = tuning::proof(points, row.selected.point, kBefore);
        row.is_kept = row.proof->is_proven();
    }
}

bool keeps_any(const std::vector<TuneRow> &rows) {
    return std::any_of(rows.begin(), rows.end(), [](const TuneRow &row) { return row.is_kept; });
}

std::vector<tuning::Choosing> choices_of(const std::vector<TuneRow> &rows) {
    std::vector<tuning::Choosing> choices;
    for (const TuneRow &row : rows)
        if (row.is_kept)
            choices.push_back({row.selected.point, row.selected.chosen});
    return choices;
}

}  // namespace mpimon
