// The MPICH that is tuned: its series, and what it chooses by itself.
#ifndef MPIMON_COMMANDS_TUNE_CHECK_INSTALLATION_H
#define MPIMON_COMMANDS_TUNE_CHECK_INSTALLATION_H

#include <string>

#include "analysis/tuning/tuned_files.h"

namespace mpimon {

// The series of the installation, as its mpi.h says, unless `version` names one; that of `otherwise` where mpimon is
// not installed beside an MPICH.
tuning::Series series_of_installation(const std::string &version, const std::string &otherwise = {});

// The tuning files that the environment names, else those that MPICH has built in.
tuning::Files files_in_use();

// The variables that name the files.
constexpr const char *kMpirVariable = "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE";
constexpr const char *kCh4Variable = "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE";

}  // namespace mpimon

#endif
