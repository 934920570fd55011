// Student's t distribution.
#ifndef MPIMON_ANALYSIS_COMPARISON_STUDENT_H
#define MPIMON_ANALYSIS_COMPARISON_STUDENT_H

namespace mpimon {

// The t that is exceeded, in either direction, with probability `both_tails` (above 0, at most 1) by a variable with
// `freedom` degrees of freedom (1 or more).
double student_t(double both_tails, unsigned freedom);

}  // namespace mpimon

#endif
