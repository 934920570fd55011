// Runs the command mpimon inside of a fuzzer.
#ifndef MPIMON_TEST_MPIMON_RUNS_H
#define MPIMON_TEST_MPIMON_RUNS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mpimon::test {

// A file that is in memory only.
class MemoryFile {
  public:
    MemoryFile();

    // Replaces what is in the file by these bytes.
    void set(const uint8_t *data, size_t size) const;

    // A path that is valid for as long as the process runs.
    std::string path() const;

  private:
    int file_;
};

// Runs mpimon with these arguments. Ends the process if the exit code is not 0, 1 or `other`: the arguments are right.
void run_mpimon(std::vector<std::string> arguments, int other = 1);

}  // namespace mpimon::test

#endif
