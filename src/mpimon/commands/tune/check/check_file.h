// mpimon tune --check: whether an MPICH takes a collective tuning file, and the same file for another series.
#ifndef MPIMON_COMMANDS_TUNE_CHECK_CHECK_FILE_H
#define MPIMON_COMMANDS_TUNE_CHECK_CHECK_FILE_H

#include <string>

#include "mpimon/commands/tune/check/tune_output.h"
#include "tuning/series.h"

namespace mpimon {

struct CheckQuestion {
    std::string file;
    std::string level;      // empty: by the first name in the file
    std::string translate;  // another version; empty: none
};

// The series of a version, 40 of "4.0" and of "4.0.2"; `option` is who named it. Throws WrongArgument if there is none.
tuning::Series series_named(const std::string &option, const std::string &version);

// Prints the answer, for the installation's MPICH if no version is named, or for 4.0 without one. Throws
// CLI::RuntimeError with the exit code where the file is not sound.
void check_file(const CheckQuestion &question, const TuneOutput &output);

}  // namespace mpimon

#endif
