#include "analysis/comparison/judge.h"

#include <algorithm>
#include <cmath>

#include "analysis/comparison/student.h"

namespace mpimon {

namespace {

constexpr double kFalseAlarms = 0.05;

bool is_constant(const std::vector<long double> &runs) {
    return std::all_of(runs.begin(), runs.end(), [&](long double run) { return run == runs.front(); });
}

// Of equal numbers, the number: a sum of fractions would be rounded.
long double mean(const std::vector<long double> &runs) {
    if (is_constant(runs))
        return runs.front();
    long double sum = 0;
    for (const long double run : runs)
        sum += run;
    return sum / static_cast<long double>(runs.size());
}

long double squared_deviations(const std::vector<long double> &runs) {
    const long double middle = mean(runs);
    long double sum = 0;
    for (const long double run : runs)
        sum += (run - middle) * (run - middle);
    return sum;
}

}  // namespace

bool Judge::varies(const Numbers &numbers) {
    return !is_constant(numbers.a) || !is_constant(numbers.b);
}

// The interval of the difference of two means, with the variance that both sides have in common.
std::optional<double> Judge::noise_of(const Numbers &numbers) const {
    const size_t runs = numbers.a.size() + numbers.b.size();
    if (runs <= 2)
        return std::nullopt;
    if (!varies(numbers))
        return 0;
    const auto freedom = static_cast<unsigned>(runs - 2);
    const auto variance = static_cast<double>(squared_deviations(numbers.a) + squared_deviations(numbers.b)) / freedom;
    const double factor = 1.0 / static_cast<double>(numbers.a.size()) + 1.0 / static_cast<double>(numbers.b.size());
    return student_t(kFalseAlarms / static_cast<double>(std::max<size_t>(varying_, 1)), freedom) *
           std::sqrt(variance * factor);
}

Verdict Judge::judge(const Numbers &numbers, const Measure &measure) const {
    Verdict verdict;
    verdict.a = mean(numbers.a);
    verdict.b = mean(numbers.b);
    verdict.noise = noise_of(numbers);
    verdict.judged = !measure.is_by_chance() || verdict.noise || options_.threshold_percent;
    const long double change = std::abs(verdict.change());
    const long double tolerated = options_.threshold_percent.value_or(0) * verdict.a;
    verdict.differs = verdict.judged && change * 100 > tolerated && change > verdict.noise.value_or(0) &&
                      (!measure.is_time() || change >= least_time_);
    return verdict;
}

}  // namespace mpimon
