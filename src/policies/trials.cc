#include "trials.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace policies {

namespace {

// Other calls are under way at times, and then nothing can be changed: so it is asked again.
constexpr int most_refusals = 8;

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

void Trials::begin(double least_gain, std::uint64_t before_ns) {
    least_gain_ = least_gain;
    candidate_[0].median_ns = before_ns;
    round_ = Round::kWarming;
    best_ = 0;
    aim(1);
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
            refused();
        return;
    }
    skipped_ = 0;
    calls_.clear();
    intervals_.clear();
    state_ = round_ == Round::kLast ? State::kDone : State::kTiming;
}

void Trials::changed(const mpimon_plugin_change *change) {
    if (state_ != State::kSetting)
        return;
    if (change->refused != nullptr) {
        if (++refusals_ < most_refusals)
            approach();
        else
            refused();
        return;
    }
    for (int i = 0; i < variables_; ++i)
        if (std::strcmp(variable_[i].name, change->variable) == 0)
            std::snprintf(variable_[i].current, sizeof variable_[i].current, "%s", change->value);
    approach();
}

void Trials::called(std::uint64_t ns, std::uint64_t now_ns) {
    if (aim_ != 0 && is_running() && ns > candidate_[0].median_ns)
        lost_ns_ += ns - candidate_[0].median_ns;
    const std::uint64_t interval = now_ns - last_end_ns_;
    last_end_ns_ = now_ns;
    if (state_ != State::kTiming || skipped_++ < skipped_calls)
        return;
    calls_.add(ns);
    intervals_.add(interval);
    if (calls_.count() == first_calls && is_hopeless()) {
        candidate_[aim_].is_hopeless = true;
        timed();
    } else if (calls_.count() == calls_to_time()) {
        timed();
    }
}

int Trials::calls_to_time() const {
    return round_ == Round::kBestAgain || round_ == Round::kBeforeAgain ? last_calls : timed_calls;
}

bool Trials::is_hopeless() const {
    if (round_ != Round::kWarming)
        return false;
    std::uint64_t best = candidate_[0].median_ns;
    for (int i = 1; i < aim_; ++i)
        if (candidate_[i].median_ns > 0)
            best = std::min(best, candidate_[i].median_ns);
    return best > 0 && calls_.median() > hopeless_ratio * best;
}

void Trials::timed() {
    candidate_[aim_].median_ns = calls_.median();
    if (round_ == Round::kBestAgain) {
        best_call_ = calls_.trimmed();
        best_interval_ = intervals_.trimmed();
    }
    go_on();
}

void Trials::refused() {
    candidate_[aim_].median_ns = 0;
    go_on();
}

void Trials::go_on() {
    switch (round_) {
        case Round::kWarming:
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
    int next = aim_ + 1;
    if (next == candidates_ && round_ == Round::kWarming) {
        round_ = Round::kAll;
        next = 1;
    }
    while (next < candidates_ && candidate_[next].is_hopeless)
        next++;
    if (next < candidates_)
        aim(next);
    else
        choose_best();
}

void Trials::choose_best() {
    for (int i = 1; i < candidates_; ++i)
        if (candidate_[i].median_ns > 0 && (best_ == 0 || candidate_[i].median_ns < candidate_[best_].median_ns))
            best_ = i;
    round_ = best_ > 0 ? Round::kBestAgain : Round::kLast;
    aim(best_);
}

// The best of many is so by chance, too: only what it gains when it is timed again counts.
void Trials::judge() {
    const bool are_timed = candidate_[0].median_ns > 0 && candidate_[best_].median_ns > 0;
    const TrimmedMean call = are_timed ? calls_.trimmed() : TrimmedMean{};
    const bool is_enough = best_call_.ns <= call.ns * (1 - least_gain_) && is_proven_longer(call, best_call_);
    if (!are_timed || !is_enough || is_proven_longer(best_interval_, intervals_.trimmed()))
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
