#include "trials.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace policies {

namespace {

// Other calls are under way at times, and then nothing can be changed: so it is asked again.
constexpr int most_refusals = 8;

std::uint64_t median(std::uint64_t *times, int count) {
    std::nth_element(times, times + count / 2, times + count);
    return std::max<std::uint64_t>(times[count / 2], 1);
}

}  // namespace

Variable *Trials::add_variable(const mpimon_plugin_library *library, const char *name) {
    Variable *variable = &variable_[variables_];
    library_ = library;
    if (variables_ == most_variables || library->read_text(name, variable->original, sizeof variable->original) != 0)
        return nullptr;
    variable->name = name;
    std::memcpy(variable->current, variable->original, sizeof variable->current);
    variables_++;
    return variable;
}

void Trials::add_candidate(const Variable *variable, const char *value) {
    if (candidates_ == most_candidates || std::strcmp(value, variable->original) == 0)
        return;
    Candidate &candidate = candidate_[candidates_++];
    candidate.variable = static_cast<int>(variable - variable_);
    std::snprintf(candidate.value, sizeof candidate.value, "%s", value);
}

void Trials::add_words(const mpimon_plugin_library *library, const char *name) {
    const Variable *variable = add_variable(library, name);
    for (int i = 0; variable != nullptr && library->word(name, i) != nullptr; ++i)
        add_candidate(variable, library->word(name, i));
}

void Trials::add_numbers(const mpimon_plugin_library *library, const char *name, int last) {
    const Variable *variable = add_variable(library, name);
    for (int i = 0; variable != nullptr && i <= last; ++i) {
        char value[16];
        std::snprintf(value, sizeof value, "%d", i);
        add_candidate(variable, value);
    }
}

void Trials::begin(double least_gain) {
    least_gain_ = least_gain;
    round_ = Round::kAll;
    best_ = 0;
    aim(0);
}

void Trials::aim(int candidate) {
    aim_ = candidate;
    refusals_ = 0;
    approach();
}

// Sets the next variable that has not the value that it is to have; if there is none, the calls are timed.
void Trials::approach() {
    const Candidate &wanted = candidate_[aim_];
    for (int i = 0; i < variables_; ++i) {
        const char *value = wanted.variable == i ? wanted.value : variable_[i].original;
        if (std::strcmp(variable_[i].current, value) == 0)
            continue;
        state_ = State::kSetting;
        if (library_->set(variable_[i].name, value, nullptr, 0) == MPIMON_PLUGIN_REFUSED)
            timed(0);
        return;
    }
    calls_ = -skipped_calls;
    state_ = round_ == Round::kLast ? State::kDone : State::kTiming;
}

void Trials::changed(const mpimon_plugin_change *change) {
    if (state_ != State::kSetting)
        return;
    if (change->refused != nullptr) {
        if (++refusals_ < most_refusals)
            approach();
        else
            timed(0);
        return;
    }
    for (int i = 0; i < variables_; ++i)
        if (std::strcmp(variable_[i].name, change->variable) == 0)
            std::snprintf(variable_[i].current, sizeof variable_[i].current, "%s", change->value);
    approach();
}

void Trials::called(std::uint64_t ns) {
    if (aim_ != 0 && is_running() && ns > candidate_[0].median_ns)
        lost_ns_ += ns - candidate_[0].median_ns;
    if (state_ != State::kTiming)
        return;
    if (calls_ >= 0)
        times_[calls_] = ns;
    ++calls_;
    if (calls_ == timed_calls || (calls_ == first_calls && is_hopeless()))
        timed(median(times_, calls_));
}

// What loses is not timed to the end.
bool Trials::is_hopeless() {
    std::uint64_t best = candidate_[0].median_ns;
    for (int i = 1; i < aim_; ++i)
        if (candidate_[i].median_ns > 0)
            best = std::min(best, candidate_[i].median_ns);
    return round_ == Round::kAll && aim_ > 0 && best > 0 && median(times_, calls_) > 2 * best;
}

void Trials::timed(std::uint64_t median_ns) {
    candidate_[aim_].median_ns = median_ns;
    switch (round_) {
        case Round::kAll:
            next_of_all();
            break;
        case Round::kBestAgain:
            round_ = Round::kBeforeAgain;
            aim(0);
            break;
        case Round::kBeforeAgain:
            judge();
            break;
        default:  // it cannot be set any more, so what is there stays
            state_ = State::kDone;
    }
}

void Trials::next_of_all() {
    if (aim_ + 1 < candidates_) {
        aim(aim_ + 1);
        return;
    }
    for (int i = 1; i < candidates_; ++i)
        if (candidate_[i].median_ns > 0 && (best_ == 0 || candidate_[i].median_ns < candidate_[best_].median_ns))
            best_ = i;
    round_ = best_ > 0 ? Round::kBestAgain : Round::kLast;
    aim(best_);
}

// The best of many is so by chance, too: only what it gains when it is timed again counts.
void Trials::judge() {
    const auto was = static_cast<double>(candidate_[0].median_ns);
    const auto is = static_cast<double>(candidate_[best_].median_ns);
    if (is == 0 || was == 0 || is > was * (1 - least_gain_))
        best_ = 0;
    round_ = Round::kLast;
    aim(best_);
}

void Trials::undo() {
    round_ = Round::kLast;
    aim(0);
}

void Trials::describe(char *text, std::size_t room) const {
    std::size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < candidates_ && used < room; ++i) {
        const Candidate &candidate = candidate_[i];
        const bool is_before = candidate.variable < 0;
        if (candidate.median_ns > 0)
            used += static_cast<std::size_t>(
                std::snprintf(text + used, room - used, "%s%s%s%s %.2f us", used > 0 ? ", " : "",
                              is_before ? "before" : name_of(candidate), is_before ? "" : "=",
                              is_before ? "" : candidate.value, static_cast<double>(candidate.median_ns) / 1e3));
    }
}

}  // namespace policies
