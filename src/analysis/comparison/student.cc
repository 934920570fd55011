#include "analysis/comparison/student.h"

#include <cmath>

namespace mpimon {

namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

// The probability of |t| < tan(angle) * sqrt(freedom), which for whole degrees of freedom is a finite sum
// (Abramowitz and Stegun, 26.7.3 and 26.7.4).
double probability_within(double angle, unsigned freedom) {
    const double cosine = std::cos(angle);
    const bool odd = freedom % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = freedom == 1 ? 0 : term;
    for (unsigned i = odd ? 3 : 2; i < freedom; i += 2) {
        term *= cosine * cosine * (i - 1) / i;
        sum += term;
    }
    return odd ? 2 / kHalfTurn * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

}  // namespace

// Bisects the angle, of which a quarter of a turn is an infinite t.
double student_t(double both_tails, unsigned freedom) {
    double low = 0;
    double high = kHalfTurn / 2;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (probability_within(middle, freedom) < 1 - both_tails ? low : high) = middle;
    }
    return std::tan(low) * std::sqrt(static_cast<double>(freedom));
}

}  // namespace mpimon
