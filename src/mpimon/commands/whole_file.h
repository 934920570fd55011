// Files that users name, as a whole.
#ifndef MPIMON_COMMANDS_WHOLE_FILE_H
#define MPIMON_COMMANDS_WHOLE_FILE_H

#include <cstdint>
#include <string>

namespace mpimon {

// The content of a regular file. `kind` says what it is to be, such as "tuning file", and `most` how many bytes one has
// at the most. Throws WrongArgument.
std::string whole_file(const std::string &path, const char *kind, uint64_t most);

}  // namespace mpimon

#endif
