// The tuning files that mpimon tune writes into its folder, and the one that names them to a shell.
#ifndef MPIMON_COMMANDS_TUNE_WRITTEN_FILES_H
#define MPIMON_COMMANDS_TUNE_WRITTEN_FILES_H

#include <optional>
#include <string>
#include <vector>

#include "analysis/tuning/tuned_files.h"
#include "mpimon/commands/tune/runs/runs.h"

namespace mpimon {

class WrittenFiles {
  public:
    // What MPICH chooses without them is what they begin with.
    WrittenFiles(const Runs &runs, tuning::Series series);

    tuning::Series series() const { return series_; }
    const tuning::Files &before() const { return before_; }

    // Writes what was before with these choices. Throws Failure where MPICH would not take it.
    void write(const std::vector<tuning::Choosing> &choices, const std::vector<tuning::Candidate> &known) const;
    // These choices are what is before all others from now on.
    void keep(const std::vector<tuning::Choosing> &choices, const std::vector<tuning::Candidate> &known);
    std::vector<std::string> names() const;
    Variables variables() const;

    // Nothing was proven: the files go, but those that the shell's variables name are as they were.
    void withdraw() const;
    // The files are as they were.
    void restore() const;

    // Writes files of other names that one run reads; the variables that name them.
    Variables write_for_run(const std::string &name, const tuning::Files &files) const;

  private:
    bool are_in_use() const;

    const Runs &runs_;
    tuning::Series series_;
    tuning::Files before_;
    std::vector<std::optional<std::string>> old_;  // what the files of names() had; nothing: there was none
};

}  // namespace mpimon

#endif
