// Whether two jobs, or two sets of runs of them, differ in a number.
#ifndef MPIMON_ANALYSIS_COMPARISON_JUDGE_H
#define MPIMON_ANALYSIS_COMPARISON_JUDGE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/comparison/measures.h"

namespace mpimon {

// One number in each run of both sides. A long double holds whole numbers of 64 bits exactly where the
// processor can do that.
struct Numbers {
    std::vector<long double> a;
    std::vector<long double> b;
};

struct Verdict {
    long double a = 0;  // the mean of the runs, as is b
    long double b = 0;
    std::optional<double> noise;  // a difference of so much says nothing; nothing: one run of each tells no noise
    bool judged = false;          // else nothing is known of the noise of such a number, and it has no threshold
    bool differs = false;         // by more than threshold and noise

    long double change() const { return b - a; }
};

struct JudgeOptions {
    std::optional<double> threshold_percent;  // of A's value; nothing: 0, and times are not judged
};

// Judges the numbers of one table. The chance of finding any difference in the whole table where there is none but by
// noise is 5 %, so noise is wider in a table of more numbers.
class Judge {
  public:
    // `least_time`: differences of less, in ns, are of no interest. `varying`: how many numbers of the table are not
    // the same in all runs of a side.
    Judge(const JudgeOptions &options, long double least_time, size_t varying)
        : options_(options), least_time_(least_time), varying_(varying) {}

    Verdict judge(const Numbers &numbers, const Measure &measure) const;

    static bool varies(const Numbers &numbers);

  private:
    std::optional<double> noise_of(const Numbers &numbers) const;

    JudgeOptions options_;
    long double least_time_;
    size_t varying_;
};

}  // namespace mpimon

#endif
