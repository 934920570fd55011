// What ends a subcommand.
#ifndef MPIMON_FAILURE_H
#define MPIMON_FAILURE_H

#include <stdexcept>

namespace mpimon {

// what() is one line for the user: what is wrong with which thing, and what to do.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// An argument that makes no sense, whatever the files are.
class WrongArgument : public Failure {
  public:
    using Failure::Failure;
};

}  // namespace mpimon

#endif
