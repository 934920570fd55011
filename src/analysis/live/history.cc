#include "analysis/live/history.h"

#include <algorithm>
#include <cmath>

namespace mpimon {

namespace {

// What was looked at in one state. `elapsed`: since the look before; 0 if there was none.
void look_at(VariableState &state, bool grows, double value, double elapsed) {
    const bool first = elapsed <= 0;
    const double growth = value - state.last;
    // A process that ends takes its sums with it.
    state.rate = first || (grows && growth < 0) ? 0 : growth / elapsed;
    state.last = value;
    if (!grows)
        state.spread.add(value);
    else if (!first)
        state.spread.add(state.rate);
}

void look_at_watermark(VariableState &state, double highest) {
    if (state.watermark)
        state.risen += std::max(0.0, highest - *state.watermark);
    state.watermark = std::max(highest, state.watermark.value_or(highest));
}

void keep_recent(VariableHistory &history) {
    history.recent.push_back(history.grows ? history.all.rate : history.all.last);
    if (history.recent.size() > History::kRecent)
        history.recent.pop_front();
}

}  // namespace

void Spread::add(double number) {
    minimum_ = count_ == 0 ? number : std::min(minimum_, number);
    maximum_ = count_ == 0 ? number : std::max(maximum_, number);
    const double distance = number - mean_;
    mean_ += distance / static_cast<double>(++count_);
    squares_ += distance * (number - mean_);
}

double Spread::deviation() const {
    return count_ > 1 ? std::sqrt(squares_ / static_cast<double>(count_ - 1)) : 0;
}

void History::look(const Variables &now, double seconds) {
    const double elapsed = before_ ? seconds - *before_ : 0;
    before_ = seconds;
    for (const auto &[name, variable] : now) {
        VariableHistory &history = variables_[name];
        history.unit = variable.unit;
        history.grows = variable.grows;
        double sum = 0;
        for (const auto &[rank, value] : variable.values) {
            look_at(history.ranks[rank], variable.grows, value, elapsed);
            sum += value;
        }
        look_at(history.all, variable.grows, sum, elapsed);
        keep_recent(history);
        double highest = 0;
        for (const auto &[rank, value] : variable.highest) {
            look_at_watermark(history.ranks[rank], value);
            highest = std::max(highest, value);
        }
        if (!variable.highest.empty())
            look_at_watermark(history.all, highest);
    }
}

}  // namespace mpimon
