#include "analysis/advice/advisor.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <tuple>
#include <utility>

#include "analysis/failure.h"
#include "analysis/names/text.h"

namespace mpimon::advice {

namespace {

// A rule, ready to be asked of one row after the other.
class Question {
  public:
    // Throws AnalysisError.
    Question(const Rule &rule, const Facts &facts)
        : rule_(rule), scope_(facts, rule.each), seconds_(*scope_.number("job.wall_seconds")) {
        for (const auto &[name, pattern] : rule.where) {
            if (scope_.text(name) == nullptr)
                throw AnalysisError(
                    fmt::format("'{}' is no text of each {}", name, each_names()[static_cast<size_t>(rule.each)]));
            patterns_.emplace_back(name, regular_expression(pattern));
        }
        when_ = formula(rule.when);
        if (rule.gain) {
            has_gain_ = facts.missing(rule.gain->needs).empty();
            gain_ = formula(rule.gain->formula);
        }
        if (!rule.weight.empty())
            weight_ = formula(rule.weight);
        evidence_ = text(rule.evidence);
        for (const std::string &attempt : rule.attempts)
            attempts_.push_back(text(attempt));
        check_ = text(rule.check);
    }

    std::vector<Finding> answers() {
        std::vector<Finding> findings;
        for (const Row &row : scope_.table().rows) {
            scope_.take(row);
            if (matches() && when_->holds())
                findings.push_back(finding(row));
        }
        return findings;
    }

  private:
    static std::regex regular_expression(const std::string &pattern) {
        try {
            return std::regex(pattern);
        } catch (const std::regex_error &) {
            throw AnalysisError(fmt::format("'{}' is no regular expression", pattern));
        }
    }
    std::unique_ptr<Formula> formula(const std::string &text) { return std::make_unique<Formula>(text, scope_); }
    std::unique_ptr<Template> text(const std::string &text) { return std::make_unique<Template>(text, scope_); }

    bool matches() const {
        return std::all_of(patterns_.begin(), patterns_.end(), [&](const auto &pattern) {
            return std::regex_match(*scope_.text(pattern.first), pattern.second);
        });
    }

    Finding finding(const Row &row) const {
        Finding found;
        found.rule = &rule_;
        found.evidence = evidence_->filled();
        for (const auto &attempt : attempts_)
            found.attempts.push_back(attempt->filled());
        found.check = check_->filled();
        if (has_gain_) {
            const double amount = std::max(0.0, gain_->value());
            const bool has_share = rule_.gain->measure == Measure::kSeconds && seconds_ > 0;
            found.gain = Gain{amount, has_share ? amount / seconds_ : 0};
        }
        found.weight = weight_ ? weight_->value() : 0;
        for (size_t i = 0; i < row.numbers.size(); ++i)
            found.facts.emplace_back(scope_.table().number_names[i], row.numbers[i]);
        return found;
    }

    const Rule &rule_;
    Scope scope_;
    const double &seconds_;  // that the job took
    std::vector<std::pair<std::string, std::regex>> patterns_;
    std::unique_ptr<Formula> when_;
    std::unique_ptr<Formula> gain_;  // also if it is not told, since a formula that makes no sense is wrong anyway
    bool has_gain_ = false;
    std::unique_ptr<Formula> weight_;
    std::unique_ptr<Template> evidence_;
    std::vector<std::unique_ptr<Template>> attempts_;
    std::unique_ptr<Template> check_;
};

// An expectation says more than what is gained at most, and time more than what is no time.
int certainty(const Finding &finding) {
    if (!finding.gain || finding.rule->gain->measure != Measure::kSeconds)
        return 0;
    return finding.rule->gain->at_most ? 1 : 2;
}

bool comes_first(const Finding &a, const Finding &b) {
    const auto key = [](const Finding &finding) {
        const double amount = finding.gain ? finding.gain->amount : 0;
        const int certain = certainty(finding);
        return std::tuple(certain, certain > 0 ? amount : 0, finding.weight, amount);
    };
    return key(a) > key(b);
}

std::vector<Finding> answers(const Rule &rule, const Facts &facts) {
    try {
        return Question(rule, facts).answers();
    } catch (const AnalysisError &error) {
        throw AnalysisError(fmt::format("{}: {}", printable(rule.file), printable(error.what())));
    }
}

}  // namespace

Advice advise(const Profile &profile, const std::vector<Rule> &rules, bool each_row) {
    const Facts facts(profile);
    Advice advice;
    for (const Rule &rule : rules) {
        std::vector<Finding> findings = answers(rule, facts);
        const std::vector<std::string> missing = facts.missing(rule.needs);
        if (!missing.empty()) {
            advice.unasked.push_back({&rule, missing});
            continue;
        }
        std::stable_sort(findings.begin(), findings.end(), comes_first);
        if (!each_row && !findings.empty()) {
            findings.front().alike = findings.size() - 1;
            findings.erase(std::next(findings.begin()), findings.end());
        }
        std::move(findings.begin(), findings.end(), std::back_inserter(advice.findings));
    }
    std::stable_sort(advice.findings.begin(), advice.findings.end(), comes_first);
    return advice;
}

}  // namespace mpimon::advice
