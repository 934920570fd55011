// Errors that end a subcommand.
#ifndef MPIMON_FAILURE_H
#define MPIMON_FAILURE_H

#include <stdexcept>

namespace mpimon {

// Its what() is one line for the user: what is wrong with which thing, and what to do.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Thrown for an argument that makes no sense, whatever the files are.
class WrongArgument : public Failure {
  public:
    using Failure::Failure;
};

// Thrown where all went well, and nothing is worth recommending.
class NothingRecommended : public Failure {
  public:
    using Failure::Failure;
};

}  // namespace mpimon

#endif
