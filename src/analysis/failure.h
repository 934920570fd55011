// Errors of questions that a profile cannot answer.
#ifndef MPIMON_ANALYSIS_FAILURE_H
#define MPIMON_ANALYSIS_FAILURE_H

#include <stdexcept>
#include <string>

namespace mpimon {

// Its what() is a sentence for people, without the full stop.
class AnalysisError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Thrown where the job did not record a detail, without which the answer would be wrong.
class NotRecorded : public AnalysisError {
  public:
    explicit NotRecorded(const std::string &detail) : AnalysisError(detail + " were not recorded"), detail_(detail) {}
    const std::string &detail() const { return detail_; }

  private:
    std::string detail_;
};

// Thrown where a matrix would have more rows than are wanted.
class TooLarge : public AnalysisError {
  public:
    using AnalysisError::AnalysisError;
};

}  // namespace mpimon

#endif
